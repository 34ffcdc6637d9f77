import { wait } from '@headgate/runtime/wait';
import { itemsOf, numberOf, textOf } from './api/members.ts';
import { ApiUnreachable, type SessionApi } from './api/session-api.ts';
import { withSessionApi } from './api/with-session-api.ts';
import type { ExitStatus } from './exit-status.ts';
import { isUnread, printJsonLine } from './print.ts';
import { jsonOption, readWords } from './read-words.ts';
import { WordsError } from './words-error.ts';

const pageSize = 100;
/** So many pages are read at once, where much came in between or all are looked through. */
const mostPages = 20;
const pauseMs = 1_000;
/** Of so many looks one goes through all pages: a request that took long lies behind all that came after it. */
const deepEvery = 10;
/** Records that are known to have been shown. More than are read at once. */
const mostSeen = 10_000;

/** `headgate logs tail`: the newest records, oldest first; `--follow` goes on until it is told to stop. */
export async function logs([verb, ...words]: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    everybody: { type: 'boolean', default: false },
    follow: { type: 'boolean', short: 'f', default: false },
    lines: { type: 'string', short: 'n', default: '10' },
    model: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
  });
  const { everybody, follow, json, lines, model, key } = values;
  if (verb !== 'tail' || positionals.length > 0) throw new WordsError('');
  if (!/^\d{1,3}$/.test(lines) || Number(lines) > pageSize)
    throw new WordsError(`--lines is a number from 0 to ${pageSize}.`);
  const path = everybody ? '/api/log' : '/api/log/self';
  const query = { ...(model && { model_name: model }), ...(key && { token_name: key }) };
  const show = json ? printJsonLine : printLine;
  // From the beginning on: whoever is ended by a signal leaves a session behind.
  const stop = follow ? toldToStop() : undefined;
  return withSessionApi(async (api) => {
    const first = await readPage(api, path, { ...query, page_size: String(pageSize) });
    for (const record of first.items.slice(0, Number(lines)).reverse()) show(record);
    if (stop && !isUnread())
      await followOn(api, path, { query, show, stop, ...(await remember(api, path, query, first)) });
    return 0;
  });
}

function toldToStop(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** What is not to be shown. */
interface Remembered {
  /** The ids of records that were shown, or were there before, which grow. */
  seen: Set<string>;
  /** What lies before this id was there before, as far as anybody knows. */
  oldest: string;
}

interface Following extends Remembered {
  query: Record<string, string>;
  show: (record: unknown) => void;
  stop: AbortSignal;
}

interface LogPage {
  items: unknown[];
  next: string;
}

/** What was there before, from the first page on. */
async function remember(
  api: SessionApi,
  path: string,
  query: Record<string, string>,
  first: LogPage,
): Promise<Remembered> {
  let { items, next } = first;
  const seen = new Set(items.map(idOf));
  for (let page = 1; page < mostPages && next !== ''; page += 1) {
    ({ items, next } = await readPage(api, path, { ...query, page_size: String(pageSize), cursor: next }));
    for (const record of items) seen.add(idOf(record));
  }
  return { seen, oldest: next === '' ? '' : idOf(items.at(-1)) };
}

/**
 * Records are booked in another order than their requests came, so that a page is looked through for what is new. A gateway
 * that is restarted, or away, is waited for: what it booked meanwhile is shown then.
 */
async function followOn(
  api: SessionApi,
  path: string,
  { query, show, seen, oldest, stop }: Following,
): Promise<void> {
  let isAway = false;
  for (let look = 0; !stop.aborted && !isUnread(); look += 1) {
    await wait(pauseMs, stop).catch(() => undefined);
    if (stop.aborted) return;
    const isDeep = look % deepEvery === 0;
    const fresh = await readFresh(api, path, query, { seen, oldest, isDeep }).catch((error: unknown) => {
      if (!(error instanceof ApiUnreachable)) throw error;
      if (!isAway) process.stderr.write(`${error.message} It is asked again every second.\n`);
      return undefined;
    });
    isAway = fresh === undefined;
    if (!fresh) continue;
    for (const record of fresh.reverse()) {
      show(record);
      seen.add(idOf(record));
    }
    for (const id of seen) {
      if (seen.size <= mostSeen) break;
      seen.delete(id);
    }
  }
}

/** What has not been seen, newest first: page by page, until one has something that was, or through all of them. */
async function readFresh(
  api: SessionApi,
  path: string,
  query: Record<string, string>,
  { seen, oldest, isDeep }: Remembered & { isDeep: boolean },
): Promise<unknown[]> {
  const fresh: unknown[] = [];
  let cursor = '';
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await readPage(api, path, { ...query, page_size: String(pageSize), cursor });
    const unseen = items.filter((record) => idOf(record) >= oldest && !seen.has(idOf(record)));
    fresh.push(...unseen);
    if (next === '' || (unseen.length < items.length && !isDeep)) break;
    cursor = next;
  }
  return fresh;
}

async function readPage(api: SessionApi, path: string, query: Record<string, string>): Promise<LogPage> {
  const data = await api.ask('GET', path, { query });
  return { items: itemsOf(data), next: textOf(data, 'next_cursor') };
}

function idOf(record: unknown): string {
  return textOf(record, 'id');
}

const failed = 5;

function printLine(record: unknown): void {
  const at = new Date(numberOf(record, 'created_at') * 1_000).toISOString().replace('.000Z', 'Z');
  const tokens = `${numberOf(record, 'prompt_tokens')}+${numberOf(record, 'completion_tokens')} tokens`;
  const words = [
    at,
    idOf(record),
    textOf(record, 'username'),
    textOf(record, 'token_name'),
    textOf(record, 'model_name'),
    tokens,
    `${numberOf(record, 'quota')} units`,
    `${numberOf(record, 'use_time')} s`,
    ...(numberOf(record, 'type') === failed ? ['failed'] : []),
  ];
  process.stdout.write(`${words.join('  ')}\n`);
}
