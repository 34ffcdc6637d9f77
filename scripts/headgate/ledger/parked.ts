import { CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { type LedgerClient, Parked_State as State } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call } from '@headgate/runtime/rpc/client';
import { readText } from '../document/read-text.ts';
import type { ExitStatus } from '../exit-status.ts';
import { formatTable } from '../format-table.ts';
import { isUnread, printJson, printJsonLine } from '../print.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import { closesToJson, jsonToCloses } from './closes-json.ts';
import type { LedgerVerb } from './verb.ts';
import { whoActs } from './who-acts.ts';

const verbs: Record<string, (client: LedgerClient, asked: Asked) => Promise<ExitStatus>> = {
  list,
  show,
  repair,
  replay,
  drop,
};

interface Asked {
  numbers: readonly string[];
  all: boolean;
  reason: string;
  by: string;
  json: boolean;
}

/** `headgate ledger parked VERB ...`: what could not be booked, and what becomes of it. */
export const parked: LedgerVerb = async (client, [verb = '', ...words]) => {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new WordsError('');
  return run(client, readAsked(words));
};

function readAsked(words: readonly string[]): Asked {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    all: { type: 'boolean', default: false },
    reason: { type: 'string', default: '' },
    by: { type: 'string', default: whoActs() },
  });
  return { ...values, numbers: positionals };
}

/** The number of an event, and what follows it. */
function readSeq({ numbers: [number = '', ...more] }: Asked, following = 0): bigint {
  if (!/^\d+$/.test(number) || more.length !== following) throw new WordsError('');
  return BigInt(number);
}

/** What stays beside the event for whoever asks later. */
function readReason({ reason }: Asked): string {
  if (reason === '') throw new WordsError('say why: --reason WORDS');
  return reason;
}

async function list(client: LedgerClient, { all, numbers, json }: Asked): Promise<ExitStatus> {
  if (numbers.length > 0) throw new WordsError('');
  const rows: (string | bigint)[][] = [];
  let afterSeq = 0n;
  for (;;) {
    const page = await call(client, client.listParked, { openOnly: !all, afterSeq, limit: 1_000 });
    for (const { seq, id, reason, state, parkedAtMs } of page.parked) {
      const since = time(parkedAtMs);
      if (json) printJsonLine({ number: seq, since, state: stateWords[state], reason, close: id });
      else rows.push([seq, since, stateWords[state], reason, id]);
    }
    const last = page.parked.at(-1);
    if (!last || isUnread()) break;
    afterSeq = last.seq;
  }
  if (json) return 0;
  process.stdout.write(
    rows.length === 0
      ? 'nothing is parked\n'
      : formatTable(['number', 'since', 'state', 'reason', 'close'], rows),
  );
  return 0;
}

const stateWords: Record<State, string> = {
  [State.UNSPECIFIED]: '',
  [State.OPEN]: 'open',
  [State.BOOKED]: 'booked',
  [State.DROPPED]: 'dropped',
};

/** The content is written so that it can be changed and given to `repair`. */
async function show(client: LedgerClient, asked: Asked): Promise<ExitStatus> {
  const answer = await call(client, client.getParked, { seq: readSeq(asked) });
  const { parked: event, original, current, acts } = answer;
  const shown = {
    number: String(event?.seq),
    state: stateWords[event?.state ?? State.UNSPECIFIED],
    reason: event?.reason,
    since: time(event?.parkedAtMs ?? 0n),
    acts: acts.map(({ content, atMs, ...act }) => ({
      ...act,
      at: time(atMs),
      ...(content.length > 0 && { content: readable(content) }),
    })),
    ...(!original.equals(current) && { original: readable(original) }),
    closes: readable(current),
  };
  printJson(shown);
  return 0;
}

function readable(message: Buffer): unknown {
  try {
    return closesToJson(CloseBatch.decode(message).closes);
  } catch {
    return { unreadable: message.toString('base64') };
  }
}

async function repair(client: LedgerClient, asked: Asked): Promise<ExitStatus> {
  const seq = readSeq(asked, 1);
  const reason = readReason(asked);
  const written = await readText(asked.numbers[1] ?? '').catch((cause) => {
    throw new WordsError(cause.message, { cause });
  });
  const content = Buffer.from(CloseBatch.encode({ closes: readCloses(written) }).finish());
  await call(client, client.repairParked, { seq, content, by: asked.by, reason });
  tell(asked, { number: seq, repaired: true }, `${seq} is repaired; replay it to book it`);
  return 0;
}

function readCloses(text: string): CloseBatch['closes'] {
  try {
    return jsonToCloses(JSON.parse(text));
  } catch (cause) {
    throw new WordsError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function replay(client: LedgerClient, asked: Asked): Promise<ExitStatus> {
  const seq = readSeq(asked);
  const { booked, reason } = await call(client, client.replayParked, { seq, by: asked.by });
  const words = booked ? `${seq} is booked` : `${seq} cannot be booked: ${reason}`;
  tell(asked, { number: seq, booked, reason }, words);
  return booked ? 0 : 1;
}

async function drop(client: LedgerClient, asked: Asked): Promise<ExitStatus> {
  const seq = readSeq(asked);
  await call(client, client.dropParked, { seq, by: asked.by, reason: readReason(asked) });
  tell(asked, { number: seq, dropped: true }, `${seq} is dropped`);
  return 0;
}

/** What was done, for programs or for people. */
function tell({ json }: Asked, done: object, words: string): void {
  if (json) printJson(done);
  else process.stdout.write(`${words}\n`);
}

function time(unixMs: bigint): string {
  return new Date(Number(unixMs)).toISOString();
}
