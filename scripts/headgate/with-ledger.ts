import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { readSecurity } from '@headgate/runtime/security/security';
import { describeServiceError } from './describe-service-error.ts';
import type { ExitStatus } from './exit-status.ts';
import { meetService } from './meet-service.ts';
import { findRunningSystem } from './running-system.ts';
import { WordsError } from './words-error.ts';

/** Runs what asks the ledger service, and says why it was refused or not answered. */
export async function withLedger(run: (client: LedgerClient) => Promise<ExitStatus>): Promise<ExitStatus> {
  const address = process.env.HEADGATE_LEDGER_ADDRESS || findRunningSystem()?.ledgerAddress;
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_LEDGER_ADDRESS is missing.');
  const security = readSecurity(process.env);
  const client = connectRpc(LedgerClient, address, security);
  try {
    await meetService(address, security);
    return await run(client);
  } catch (error) {
    return explain(error, address);
  } finally {
    client.close();
  }
}

function explain(error: unknown, address: string): ExitStatus {
  if (error instanceof FaultError) {
    process.stderr.write(`${error.fault.message}\n`);
    return 1;
  }
  if (!isServiceError(error)) throw error;
  process.stderr.write(
    `The ledger service at ${address} ${describeServiceError(error, 'HEADGATE_LEDGER_ADDRESS')}\n`,
  );
  return 2;
}
