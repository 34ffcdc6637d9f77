import { type ExplainBillResponse, LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { sayBill } from './bill/say-bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { findLedger } from './find-ledger.ts';
import { usage } from './help.ts';

/** `headgate bill explain [--json] ID`: how what a request was billed came about. */
export async function bill(words: readonly string[]): Promise<ExitStatus> {
  const [verb, id, ...more] = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-'));
  const isUnderstood = verb === 'explain' && id !== undefined && more.length === 0;
  if (!isUnderstood || options.some((option) => option !== '--json')) {
    process.stderr.write(usage);
    return 2;
  }
  const address = findLedger();
  if (!address) {
    process.stderr.write(`Nothing runs here, and HEADGATE_LEDGER_ADDRESS is missing.\n\n${usage}`);
    return 2;
  }
  const client = connectRpc(LedgerClient, address);
  try {
    const explained = await call(client, client.explainBill, { requestId: id });
    const text = options.includes('--json') ? toJson(explained) : sayBill(id, explained);
    process.stdout.write(`${text}\n`);
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

function toJson(explained: ExplainBillResponse): string {
  // Numbers of JSON end where a bigint goes on.
  return JSON.stringify(explained, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2);
}
