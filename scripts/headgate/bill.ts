import { call } from '@headgate/runtime/rpc/client';
import { sayBill } from './bill/say-bill.ts';
import type { ExitStatus } from './exit-status.ts';
import { printJson } from './print.ts';
import { jsonOption, readWords } from './read-words.ts';
import { withLedger } from './with-ledger.ts';
import { WordsError } from './words-error.ts';

/** `headgate bill explain [--json] ID`: how what a request was billed came about. */
export async function bill(words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, jsonOption);
  const [verb, id, ...more] = positionals;
  if (verb !== 'explain' || id === undefined || more.length > 0) throw new WordsError('');
  return withLedger(async (client) => {
    const explained = await call(client, client.explainBill, { requestId: id });
    if (values.json) printJson(explained);
    else process.stdout.write(`${sayBill(id, explained)}\n`);
    return explained.bill || explained.partCount > 0n ? 0 : 1;
  });
}
