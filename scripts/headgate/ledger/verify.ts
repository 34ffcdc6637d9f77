import type { Comparison, LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { callStream } from '@headgate/runtime/rpc/client';
import type { ExitStatus } from '../exit-status.ts';
import { formatTable } from '../format-table.ts';
import { printJson } from '../print.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';

/** Tens of millions of entries take minutes. */
const deadlineMs = 60 * 60_000;

/** `headgate ledger verify`: a table of what was compared, and below it what contradicts. */
export async function verify(client: LedgerClient, words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, jsonOption);
  if (positionals.length > 0) throw new WordsError('');
  let replayed = 0n;
  let comparisons: Comparison[] = [];
  for await (const progress of callStream(client, client.verify, {}, { deadlineMs })) {
    replayed = progress.entries;
    comparisons = progress.comparisons;
    if (process.stderr.isTTY) process.stderr.write(`\r${replayed} entries replayed`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (values.json) printJson({ entries: replayed, comparisons });
  else print(replayed, comparisons);
  return comparisons.every(({ contradictions }) => contradictions === 0n) ? 0 : 1;
}

function print(replayed: bigint, comparisons: readonly Comparison[]): void {
  process.stdout.write(`${replayed} entries replayed\n\n`);
  const rows = comparisons.map(({ name, compared, contradictions }) => [name, compared, contradictions]);
  process.stdout.write(formatTable(['', 'compared', 'contradictions'], rows));
  for (const comparison of comparisons) process.stdout.write(describe(comparison));
}

function describe({ name, contradictions, examples }: Comparison): string {
  if (contradictions === 0n) return '';
  const more = contradictions - BigInt(examples.length);
  const lines = examples.map(({ id, problem }) => `  ${id} ${problem}`);
  if (more > 0n) lines.push(`  and ${more} more`);
  return `\n${name}:\n${lines.join('\n')}\n`;
}
