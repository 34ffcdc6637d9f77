import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { JetStreamClient } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/finish-task.ts';
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

test('every message has an id of its own, by which the ledger knows how far it has read', async () => {
  const { knex, owner, config, log, reach } = media.context;
  const ids: unknown[] = [];
  const jetstream = {
    publish: async (_subject: string, _data: Uint8Array, { msgID }: { msgID?: string } = {}) => {
      ids.push(msgID);
    },
  } as unknown as JetStreamClient;
  const ledger = {
    getHolds(_request: unknown, _: unknown, __: unknown, answer: CallableFunction) {
      answer(null, { holds: [] });
      return { cancel: () => undefined };
    },
  } as unknown as LedgerClient;
  for (let count = 0; count < 2; count += 1) {
    const { id } = await media.submitted();
    await finishTask(knex, id, owner, { state: 'failed', failure });
    await tellLedger({ knex, ledger, jetstream, log, config, reach });
  }
  expect(ids).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(ids).size).toBe(2);
});
