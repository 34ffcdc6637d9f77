import type { LedgerClient, OpenHold } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Holder } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import { askMedia } from '../ask-media.ts';
import type { ExitStatus } from '../exit-status.ts';
import { formatPages } from '../format-table.ts';
import { isUnread, printJsonLine } from '../print.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import type { LedgerVerb } from './verb.ts';
import { whoActs } from './who-acts.ts';

const verbs: Record<string, LedgerVerb> = { list, release };

/** `headgate ledger holds VERB ...`: what is held for tasks, and giving back what no task will end. */
export const holds: LedgerVerb = async (client, [verb = '', ...words]) => {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new WordsError('');
  return run(client, words);
};

/** As many as the services take at a time. */
const pageSize = 1_000;

async function list(client: LedgerClient, words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    all: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new WordsError('');
  const formatPage = formatPages(['id', 'since', 'units', 'state', 'task', 'request', 'purses']);
  let afterId = '';
  for (;;) {
    const page = await call(client, client.listHolds, { overdueOnly: !values.all, afterId, limit: pageSize });
    const last = page.holds.at(-1);
    if (!last) break;
    const holders = await findHolders(page.holds.map(({ id }) => id));
    if (!holders) return 2;
    const shown = page.holds.map((hold) => show(hold, holders.get(hold.id)));
    if (values.json) for (const hold of shown) printJsonLine(hold);
    else process.stdout.write(formatPage(shown.map(toRow)));
    afterId = last.id;
    if (isUnread()) break;
  }
  if (!values.json && afterId === '')
    process.stdout.write(values.all ? 'nothing is held\n' : 'nothing is held for too long\n');
  return 0;
}

interface Shown {
  id: string;
  since: string;
  units: bigint;
  /** `lost`: media-task knows no task of it. */
  state: 'open' | 'ended' | 'lost';
  task: string | null;
  request: string;
  purses: string[];
}

function show({ id, madeAtMs, amount, ref, path }: OpenHold, holder: Holder | undefined): Shown {
  const since = new Date(Number(madeAtMs)).toISOString();
  const state = !holder ? 'lost' : holder.open ? 'open' : 'ended';
  return { id, since, units: amount, state, task: holder?.taskId ?? null, request: ref, purses: path };
}

function toRow({ id, since, units, state, task, request, purses }: Shown): (string | bigint)[] {
  return [id, since, units, state, task ?? '', request, purses.join(' ')];
}

/** Each for itself: one that is refused does not keep the others held. */
async function release(client: LedgerClient, words: readonly string[]): Promise<ExitStatus> {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    reason: { type: 'string', default: '' },
    by: { type: 'string', default: whoActs() },
  });
  const { json, reason, by } = values;
  const ids = positionals.map(readId);
  if (ids.length === 0) throw new WordsError('');
  if (reason === '') throw new WordsError('say why: --reason WORDS');
  let status: ExitStatus = 0;
  for (const id of ids) {
    const holders = await findHolders([id]);
    if (!holders) return 2;
    const refusal = sayOpen(holders.get(id)) ?? (await releaseOne(client, { id, by, reason }, json));
    if (refusal === undefined) continue;
    process.stderr.write(`${refusal}\n`);
    status = 1;
  }
  return status;
}

function readId(word: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word))
    throw new WordsError(`${word} is no id: "ledger holds list" shows them.`);
  return word.toLowerCase();
}

function sayOpen(holder: Holder | undefined): string | undefined {
  if (!holder?.open) return undefined;
  return `Hold ${holder.holdId} is that of task ${holder.taskId}, which ends it and may still be billed.`;
}

/** Gives why not, where the ledger refuses it. */
async function releaseOne(
  client: LedgerClient,
  request: { id: string; by: string; reason: string },
  json: boolean,
): Promise<string | undefined> {
  try {
    const { amount } = await call(client, client.releaseLostHold, request);
    if (json) printJsonLine({ id: request.id, released: amount });
    else process.stdout.write(`${request.id} is released: ${amount} units are free again\n`);
    return undefined;
  } catch (error) {
    if (error instanceof FaultError) return error.fault.message;
    throw error;
  }
}

/** The tasks of holds, by hold; undefined where media-api did not answer. */
async function findHolders(holdIds: string[]): Promise<Map<string, Holder> | undefined> {
  const answer = await askMedia((media) => call(media, media.getHolders, { holdIds }));
  return answer && new Map(answer.holders.map((holder) => [holder.holdId, holder]));
}
