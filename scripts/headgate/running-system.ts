import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the command needs to know of the system that `npm start` runs on this machine. */
export interface RunningSystem {
  accountAddress: string;
  sandboxUrl: string;
  ledgerAddress: string | undefined;
}

/** Reads the `dev.json` of a home; undefined when nothing runs there. */
export function findRunningSystem(home: string): RunningSystem | undefined {
  let text: string;
  try {
    text = readFileSync(join(home, 'dev.json'), 'utf8');
  } catch {
    return undefined;
  }
  const { sandboxUrl, services }: DevFile = JSON.parse(text);
  const accountAddress = services?.account?.[0]?.rpcAddress;
  const ledgerAddress = services?.ledger?.[0]?.rpcAddress;
  return accountAddress && sandboxUrl ? { accountAddress, sandboxUrl, ledgerAddress } : undefined;
}

interface DevFile {
  sandboxUrl?: string;
  services?: { account?: { rpcAddress?: string }[]; ledger?: { rpcAddress?: string }[] };
}
