import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { readSecurity } from '@headgate/runtime/security/security';
import { sayBill } from './bill/say-bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { findLedger } from './find-ledger.ts';
import { printJson } from './print.ts';
import { jsonOption, readWords } from './read-words.ts';
import { WordsError } from './words-error.ts';

/** `headgate bill explain [--json] ID`: how what a request was billed came about. */
export async function bill(words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, jsonOption);
  const [verb, id, ...more] = positionals;
  if (verb !== 'explain' || id === undefined || more.length > 0) throw new WordsError('');
  const address = findLedger();
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_LEDGER_ADDRESS is missing.');
  const client = connectRpc(LedgerClient, address, readSecurity(process.env));
  try {
    const explained = await call(client, client.explainBill, { requestId: id });
    if (values.json) printJson(explained);
    else process.stdout.write(`${sayBill(id, explained)}\n`);
    return explained.bill ? 0 : 1;
  } catch (error) {
    if (error instanceof FaultError) process.stderr.write(`${error.fault.message}\n`);
    else if (isServiceError(error)) process.stderr.write(`The ledger does not answer at ${address}.\n`);
    else throw error;
    return error instanceof FaultError ? 1 : 2;
  } finally {
    client.close();
  }
}
