import { itemsOf, numberOf } from './api/members.ts';
import { withSessionApi } from './api/with-session-api.ts';
import type { ExitStatus } from './exit-status.ts';
import { formatTable } from './format-table.ts';
import { printJson } from './print.ts';
import { readTime } from './read-time.ts';
import { jsonOption, readWords } from './read-words.ts';
import { WordsError } from './words-error.ts';

/** What can be summed up by, with the members that name it: what was removed may have its number alone. */
interface Dimension {
  name: string;
  id?: string;
}

const dimensions: Record<string, Dimension> = {
  model: { name: 'model_name' },
  key: { name: 'token_name', id: 'token_id' },
  group: { name: 'group' },
  channel: { name: 'channel_name', id: 'channel' },
};
const unitsPerUsd = 500_000;

interface Total {
  name: string;
  requests: number;
  failed: number;
  tokens: number;
  quota: number;
}

/** `headgate usage`: what was used, by model, in a time; one's own, that of a `--user`, or `--everybody`'s. */
export async function usage(words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    everybody: { type: 'boolean', default: false },
    user: { type: 'string' },
    since: { type: 'string', default: '24h' },
    until: { type: 'string' },
    by: { type: 'string', default: 'model' },
  });
  const { everybody, user, json, since, until, by } = values;
  const dimension = Object.hasOwn(dimensions, by) ? dimensions[by] : undefined;
  if (positionals.length > 0) throw new WordsError('');
  if (dimension === undefined) throw new WordsError('--by takes model, key, group or channel.');
  if (everybody && user !== undefined) throw new WordsError('--everybody and --user exclude each other.');
  if (everybody && by === 'key') throw new WordsError('Sums by key are of one user: --user NAME.');
  const from = readSecond(since);
  const to = until === undefined ? Math.floor(Date.now() / 1_000) : readSecond(until);
  const isOwn = !everybody && user === undefined;
  return withSessionApi(async (api) => {
    // The second that the API is told belongs to the time, and with it the hour or the day that it begins.
    const last = until === undefined ? to : to - 1;
    const query = {
      start_timestamp: String(from),
      end_timestamp: String(last),
      by,
      span: 'total',
      ...(user !== undefined && { username: user }),
    };
    const rows = itemsOf(await api.ask('GET', isOwn ? '/api/data/self' : '/api/data', { query }));
    const totals = sumUp(rows, dimension);
    if (json)
      printJson({ from, to, by, totals: totals.map(({ name, ...total }) => ({ [by]: name, ...total })) });
    else process.stdout.write(totals.length === 0 ? 'nothing was used\n' : toTable(by, totals));
    return 0;
  });
}

function readSecond(text: string): number {
  return Math.floor(readTime(text, 'before') / 1_000);
}

/** Most quota first. An older gateway tells each hour or day by itself. */
function sumUp(rows: readonly unknown[], dimension: Dimension): Total[] {
  const totals = new Map<string, Total>();
  for (const row of rows) {
    const name = nameOf(row, dimension);
    const total = totals.get(name) ?? { name, requests: 0, failed: 0, tokens: 0, quota: 0 };
    totals.set(name, {
      name,
      requests: total.requests + numberOf(row, 'count'),
      failed: total.failed + numberOf(row, 'failed'),
      tokens: total.tokens + numberOf(row, 'token_used'),
      quota: total.quota + numberOf(row, 'quota') - numberOf(row, 'refunded'),
    });
  }
  return [...totals.values()].sort(
    (one, other) => other.quota - one.quota || one.name.localeCompare(other.name),
  );
}

/** Empty for what has no number either: no channel served it. */
function nameOf(row: unknown, { name, id }: Dimension): string {
  const known = String(Object(row)[name] ?? '');
  if (known !== '' || id === undefined) return known;
  const number = numberOf(row, id);
  return number === 0 ? '' : `#${number}`;
}

function toTable(by: string, totals: readonly Total[]): string {
  const rows = totals.map(({ name, requests, failed, tokens, quota }) => [
    name,
    ...[requests, failed, tokens, quota].map(BigInt),
    `$${(quota / unitsPerUsd).toFixed(6)}`,
  ]);
  return formatTable([by, 'requests', 'failed', 'tokens', 'quota', 'dollars'], rows);
}
