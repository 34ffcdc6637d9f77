import { CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { type LedgerClient, HoldState_State as State } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { JetStreamClient } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/endings/finish-task.ts';
import type { Task } from '../task/task.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { tellLedger } from './tell-ledger.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const failure = { code: 'internal_error', message: '' } as const;

test('what was held for a task that was never sent is given back while the broker is away', async () => {
  const { knex, owner, config, log, reach } = media.context;
  const [sent, unsent] = [await media.submitted(), await media.submitted()];
  await knex.raw(
    `update task set state = 'held', upstream_id = null, submitted_at = null, lease_owner = ? where id = ?`,
    [owner, unsent.id],
  );
  for (const { id } of [sent, unsent]) await finishTask(knex, id, owner, { state: 'failed', failure });
  const released: string[] = [];
  const ledger = {
    releaseHold(request: { id: string }, _: unknown, __: unknown, answer: CallableFunction) {
      released.push(request.id);
      answer(null, {});
      return { cancel: () => undefined };
    },
  } as unknown as LedgerClient;
  const jetstream = {
    publish: () => Promise.reject(new Error('the broker is away')),
  } as unknown as JetStreamClient;
  await expect(tellLedger({ knex, ledger, jetstream, log, config, reach })).rejects.toThrow(
    'the broker is away',
  );
  expect(released).toEqual([unsent.holdId]);
  const { rows } = await knex.raw('select close_id from outbox');
  expect(rows).toEqual([{ close_id: sent.closeId }]);
});

/** A ledger that says this of holds, and nothing else. */
function ledgerThat(
  says: () => { id: string; state: State; closeId: string; billedAmount?: bigint }[],
): LedgerClient {
  return {
    getHolds(_request: unknown, _: unknown, __: unknown, answer: CallableFunction) {
      try {
        answer(null, { holds: says() });
      } catch (error) {
        answer(error);
      }
      return { cancel: () => undefined };
    },
  } as unknown as LedgerClient;
}

/** A task whose end is to be told, for so many times by then. */
async function ended(triesBefore: number): Promise<Task> {
  const { knex, owner } = media.context;
  const task = await media.submitted();
  await finishTask(knex, task.id, owner, { state: 'failed', failure });
  await knex('outbox').where({ close_id: task.closeId }).update({ tries: triesBefore });
  return task;
}

test('a new end is published while the ledger cannot be asked of others', async () => {
  const { knex, config, log, reach } = media.context;
  await knex('outbox').delete();
  const [fresh] = [await ended(0), await ended(1)];
  const published: string[] = [];
  const jetstream = {
    publish: async (_subject: string, data: Uint8Array) => {
      published.push(...CloseBatch.decode(data).closes.map(({ id }) => id));
    },
  } as unknown as JetStreamClient;
  const ledger = ledgerThat(() => {
    throw new Error('the ledger is away');
  });
  await expect(tellLedger({ knex, ledger, jetstream, log, config, reach })).rejects.toThrow(
    'the ledger is away',
  );
  expect(published).toEqual([fresh.closeId]);
});

test('what the ledger has booked is forgotten while the broker takes no others', async () => {
  const { knex, config, log, reach } = media.context;
  await knex('outbox').delete();
  const [fresh, booked] = [await ended(0), await ended(1)];
  const ledger = ledgerThat(() => [{ id: booked.holdId, state: State.CLOSED, closeId: booked.closeId }]);
  const jetstream = {
    publish: () => Promise.reject(new Error('the broker is away')),
  } as unknown as JetStreamClient;
  await expect(tellLedger({ knex, ledger, jetstream, log, config, reach })).rejects.toThrow(
    'the broker is away',
  );
  expect(await knex('outbox').pluck('close_id')).toEqual([fresh.closeId]);
});

test('a task costs what its close was billed, which is not always what was held', async () => {
  const { knex, owner, config, log, reach } = media.context;
  await knex('outbox').delete();
  const { id, holdId, closeId, usage } = await media.submitted();
  await finishTask(knex, id, owner, { state: 'succeeded', result: { media: [] }, usage });
  const ledger = ledgerThat(() => [{ id: holdId, state: State.CLOSED, closeId, billedAmount: 7n }]);
  const jetstream = { publish: async () => undefined } as unknown as JetStreamClient;
  for (let count = 0; count < 2; count += 1) {
    await tellLedger({ knex, ledger, jetstream, log, config, reach });
    await knex.raw('update outbox set due_at = now()');
  }
  const { rows } = await knex.raw('select amount from task where id = ?', [id]);
  expect(rows).toEqual([{ amount: 7n }]);
});

test('every message has an id of its own, by which the ledger knows how far it has read', async () => {
  const { knex, owner, config, log, reach } = media.context;
  const ids: unknown[] = [];
  const jetstream = {
    publish: async (_subject: string, _data: Uint8Array, { msgID }: { msgID?: string } = {}) => {
      ids.push(msgID);
    },
  } as unknown as JetStreamClient;
  const ledger = ledgerThat(() => []);
  for (let count = 0; count < 2; count += 1) {
    const { id } = await media.submitted();
    await finishTask(knex, id, owner, { state: 'failed', failure });
    await tellLedger({ knex, ledger, jetstream, log, config, reach });
  }
  expect(ids).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(ids).size).toBe(2);
});
