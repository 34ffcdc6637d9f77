/**
 * Test 3 of the money protocol: the broker is wiped after it acknowledged, its stream is full, an older stream is
 * restored. The journals have what it lost, so entries are complete, and none is double.
 */
import { setTimeout } from 'node:timers/promises';
import { billingStream } from '@headgate/proto/subjects';
import { limitStream, readStreamState } from '@headgate/runtime/testing/stream';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { type Answered, ask, askMany, countStatuses } from './testing/ask.ts';
import { askUntilSent } from './testing/ask-until-sent.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';

const question = { key: keys.limited };
/** Needs no units, and so no ledger. */
const freeQuestion = { key: keys.unlimited };
const megabyte = 1024 * 1024;

const world = shareWorld(configuration, {
  env: {
    'text-gateway': {
      HEADGATE_HEARTBEAT_MS: '100',
      HEADGATE_RESEND_AFTER_MS: '1000',
      HEADGATE_SLICE_IDLE_MS: '300',
      HEADGATE_JOURNAL_SEGMENT_BYTES: String(megabyte / 16),
      HEADGATE_JOURNAL_MAX_BYTES: String(megabyte),
    },
    ledger: { HEADGATE_STREAM_CHECK_MS: '500' },
  },
});

/**
 * Far more messages than closes are sent again while a test waits: a ledger that waits at an old position is not
 * rescued by the stream growing up to it.
 */
async function growStream(): Promise<void> {
  const { messages } = await stream();
  await waitFor(async () => {
    for (let asked = 0; asked < 20; asked += 1) {
      await ask(world(), question);
      // What closes within a gateway's 10 ms is one message.
      await setTimeout(12);
    }
    return (await stream()).messages >= messages + 200;
  }, 'the stream has grown');
  await awaitClosedBooks({ ...world(), unitsOf });
}

async function bookedOf(answers: readonly Answered[]): Promise<number> {
  const ids = answers.map(({ id }) => id);
  return (await world().sql('select 1 from ledger.entry where id = any ($1)', [ids])).length;
}

function stream(): Promise<{ messages: number; bytes: number }> {
  return readStreamState(world().nats.url, billingStream.name);
}

test('money 3: closes that a wiped broker had acknowledged are booked, each once', async () => {
  await growStream();
  await world().service('ledger').kill();
  const answers = await askUntilSent(world(), freeQuestion, 5);
  await world().nats.restart({ wiped: true });
  await world().service('ledger').start();

  await awaitClosedBooks({ ...world(), unitsOf });
  expect(countStatuses(answers)).toEqual({ 200: 5 });
  expect(await bookedOf(answers)).toBe(5);
});

test('money 3: a broker that is wiped under a running ledger is read from its new beginning', async () => {
  await world().nats.restart({ wiped: true });
  const answers = await askMany(world(), question, 5, 1);
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await bookedOf(answers)).toBe(5);
});

test('money 3: closes that an older stream does not have are booked, each once', async () => {
  await growStream();
  await world().nats.backUp();
  await growStream();
  await world().service('ledger').kill();
  const lost = await askUntilSent(world(), freeQuestion, 5);
  await world().nats.restore();
  await world().service('ledger').start();

  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await bookedOf(lost)).toBe(5);
  expect(await world().sql('select reason from ledger.parked')).toEqual([]);
});

/** From now on the stream takes nothing more. */
async function fillStream(): Promise<void> {
  await growStream();
  await limitStream(world().nats.url, billingStream.name, (await stream()).bytes);
}

test('money 3: while the stream is full requests go on, and what could not be published is booked later', async () => {
  await fillStream();
  const answers = await askMany(world(), question, 5, 1);
  expect(countStatuses(answers)).toEqual({ 200: 5 });
  await waitFor(
    () => world().service('text-gateway').log().includes('closes wait for the billing stream'),
    'publishing stops',
  );
  expect(await bookedOf(answers)).toBe(0);

  await limitStream(world().nats.url, billingStream.name, billingStream.maxBytes);
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await bookedOf(answers)).toBe(5);
});

/** Sends requests, many at a time, until some are refused. */
async function askUntilRefused(): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let rounds = 0; rounds < 100 && answers.every(({ status }) => status === 200); rounds += 1)
    answers.push(...(await askMany(world(), question, 50, 50)));
  return answers;
}

test('money 3: once the journal is full as well, requests are refused until the stream has space', async () => {
  await fillStream();
  const answers = await askUntilRefused();
  const served = answers.filter(({ status }) => status === 200);
  expect(served.length).toBeLessThan(answers.length);
  expect(countStatuses(answers)).toEqual({ 200: served.length, 503: answers.length - served.length });

  await limitStream(world().nats.url, billingStream.name, billingStream.maxBytes);
  await waitFor(async () => (await ask(world(), question)).status === 200, 'requests are served again');
  await awaitClosedBooks({ ...world(), unitsOf });
  expect(await bookedOf(served)).toBe(served.length);
});
