import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';

/** What the command needs to know of the system that `npm start` runs on this machine. */
export interface RunningSystem {
  accountAddress: string;
  sandboxUrl: string;
  ledgerAddress: string | undefined;
  mediaAddress: string | undefined;
  /** The public address, and who root is there. */
  baseUrl: string | undefined;
  admin: { username: string; password: string } | undefined;
}

/** Reads the `dev.json` of a home, of the one that is meant unless it is named; undefined when nothing runs there. */
export function findRunningSystem(home = findHome(process.env, repository)): RunningSystem | undefined {
  let text: string;
  try {
    text = readFileSync(join(home, 'dev.json'), 'utf8');
  } catch {
    return undefined;
  }
  const { sandboxUrl, services, baseUrl, admin }: DevFile = JSON.parse(text);
  const accountAddress = services?.account?.[0]?.rpcAddress;
  const ledgerAddress = services?.ledger?.[0]?.rpcAddress;
  const mediaAddress = services?.['media-api']?.[0]?.rpcAddress;
  if (!accountAddress || !sandboxUrl) return undefined;
  return { accountAddress, sandboxUrl, ledgerAddress, mediaAddress, baseUrl, admin: admin ?? undefined };
}

interface DevFile {
  sandboxUrl?: string;
  baseUrl?: string;
  admin?: { username: string; password: string } | null;
  services?: Partial<Record<'account' | 'ledger' | 'media-api', { rpcAddress?: string }[]>>;
}
