import { parseArgs } from 'node:util';
import { call } from '@headgate/runtime/rpc/client';
import { type LedgerVerb, WordsError } from './verb.ts';

/** Years of entries may have to be summed up. */
const deadlineMs = 60_000;

/** `headgate ledger balance PURSE [--at TIME]`: what it was granted and had used, now or at a moment. */
export const balance: LedgerVerb = async (client, words) => {
  const { purse, atMs } = readWords(words);
  const { granted, used } = await call(client, client.getBalanceAt, { purse, atMs }, { deadlineMs });
  const lines = [
    `${purse} at ${new Date(Number(atMs)).toISOString()}`,
    `granted  ${granted}`,
    `used     ${used}`,
    `left     ${granted - used}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
};

function readWords(words: readonly string[]): { purse: string; atMs: bigint } {
  const { values, positionals } = parse(words);
  const [purse, ...more] = positionals;
  if (purse === undefined || more.length > 0) throw new WordsError('');
  const atMs = values.at === undefined ? Date.now() : Date.parse(values.at);
  if (Number.isNaN(atMs)) throw new WordsError(`${values.at} is no time: write it as 2026-11-21T12:00Z.`);
  return { purse, atMs: BigInt(atMs) };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: { at: { type: 'string' } } });
  } catch (cause) {
    throw new WordsError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
