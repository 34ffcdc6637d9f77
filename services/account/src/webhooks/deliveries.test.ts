import { rowsRead } from '@headgate/runtime/testing/rows-read';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { claimDue } from './deliveries.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.stop());

test('what is due is found without what waits behind it, or was delivered', async () => {
  const { knex } = account.context;
  await knex.raw(
    `with made as (
       insert into webhooks (name, url, sealed_secret, events, from_config)
       select 'ops-' || n, 'http://hooks.test', '', '{soft_limit}', false from generate_series(1, 20) as n returning id)
     insert into webhook_deliveries (webhook_id, notice_id, body, state, next_try_at)
     select id, gen_random_uuid(), '{}', case when id = (select min(id) from made) then 'waiting' else 'delivered' end,
       now() - n * interval '1 second'
     from made, generate_series(1, 2000) as n`,
  );
  await knex.raw('analyze webhooks, webhook_deliveries');
  const room = { limit: 16, leaseMs: 60_000, perWebhook: 4, inHand: [] };
  const read = await rowsRead(knex, async () => {
    expect(await claimDue(knex, room)).toHaveLength(4);
  });
  expect(read.get('webhook_deliveries')).toBeLessThan(100);
});
