import { call } from '@headgate/runtime/rpc/client';
import { printJson } from '../print.ts';
import { readMoment } from '../read-time.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import type { LedgerVerb } from './verb.ts';

/** The ledger gives it up by itself after a minute, and may wait for a connection before. */
const deadlineMs = 75_000;

/** `headgate ledger balance PURSE [--at TIME]`: what it was granted and had used, now or at a moment. */
export const balance: LedgerVerb = async (client, words) => {
  const { purse, atMs, json } = readWish(words);
  const { granted, used } = await call(client, client.getBalanceAt, { purse, atMs }, { deadlineMs });
  const at = new Date(Number(atMs)).toISOString();
  const left = granted - used;
  if (json) {
    printJson({ purse, at, granted, used, left });
    return 0;
  }
  const lines = [`${purse} at ${at}`, `granted  ${granted}`, `used     ${used}`, `left     ${left}`];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
};

function readWish(words: readonly string[]): { purse: string; atMs: bigint; json: boolean } {
  const { values, positionals } = readWords(words, { ...jsonOption, at: { type: 'string' } });
  const [purse, ...more] = positionals;
  if (purse === undefined || more.length > 0) throw new WordsError('');
  const atMs = values.at === undefined ? Date.now() : readMoment(values.at);
  if (Number.isNaN(atMs)) throw new WordsError(`${values.at} is no time: write it as 2026-11-21T12:00Z.`);
  return { purse, atMs: BigInt(atMs), json: values.json };
}
