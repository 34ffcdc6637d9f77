import { status } from '@grpc/grpc-js';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { readSecurity } from '@headgate/runtime/security/security';
import type { ExitStatus } from './exit-status.ts';
import { findLedger } from './find-ledger.ts';
import { balance } from './ledger/balance.ts';
import { parked } from './ledger/parked.ts';
import type { LedgerVerb } from './ledger/verb.ts';
import { verify } from './ledger/verify.ts';
import { WordsError } from './words-error.ts';

/** What can be asked of the ledger, one file each. */
const verbs: Record<string, LedgerVerb> = { balance, parked, verify };

/** `headgate ledger VERB ...`: asks a ledger service. */
export async function ledger([verb = '', ...words]: readonly string[]): Promise<ExitStatus> {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new WordsError('');
  const address = findLedger();
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_LEDGER_ADDRESS is missing.');
  const client = connectRpc(LedgerClient, address, readSecurity(process.env));
  try {
    return await run(client, words);
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
  const words =
    error.code === status.UNAVAILABLE
      ? `does not answer. Start it, or set HEADGATE_LEDGER_ADDRESS.`
      : `failed (${status[error.code]}: ${error.details}). Its log says why.`;
  process.stderr.write(`The ledger service at ${address} ${words}\n`);
  return 2;
}
