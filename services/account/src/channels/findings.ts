import type {
  NoteChannelBalanceRequest,
  NoteChannelTestRequest,
} from '@headgate/proto/gen/headgate/account/v1/account';
import type { Knex } from 'knex';

/** What came of the last test of a channel. */
export interface LastTest {
  testedAt: Date;
  testedBy: string;
  success: boolean;
  message: string;
  responseMs: bigint;
  status: number;
  model: string;
}

/** What was left on a channel's accounts when that was last told. */
export interface LastBalance {
  toldAt: Date;
  balance: number;
  currency: string;
}

export interface Findings {
  test: LastTest | undefined;
  balance: LastBalance | undefined;
}

/** Puts what came of a test in the place of the test before. A channel that is gone keeps nothing. */
export async function upsertTest(knex: Knex, test: NoteChannelTestRequest): Promise<void> {
  await knex.raw(
    `insert into channel_tests (channel_id, tested_at, tested_by, success, message, response_ms, status, model)
     select id, now(), coalesce((select username from users where users.id = :askedBy), ''),
            :success, :message, :responseMs, :status, :model
       from channels where id = :channelId for key share
     on conflict (channel_id) do update
        set tested_at = excluded.tested_at, tested_by = excluded.tested_by, success = excluded.success,
            message = excluded.message, response_ms = excluded.response_ms, status = excluded.status,
            model = excluded.model`,
    {
      ...test,
      channelId: String(test.channelId),
      askedBy: String(test.askedBy),
      responseMs: String(test.responseMs),
    },
  );
}

/** Puts what is left in the place of what was. */
export async function upsertBalance(
  knex: Knex,
  { channelId, balance, currency }: NoteChannelBalanceRequest,
): Promise<void> {
  await knex.raw(
    `insert into channel_balances (channel_id, told_at, balance, currency)
     select id, now(), :balance, :currency from channels where id = :channelId for key share
     on conflict (channel_id) do update
        set told_at = excluded.told_at, balance = excluded.balance, currency = excluded.currency`,
    { channelId: String(channelId), balance, currency },
  );
}

/** What is known of channels, by their ids. */
export async function listFindings(knex: Knex, ids: readonly bigint[]): Promise<(id: bigint) => Findings> {
  const chosen = ids.map(String);
  const tests = await knex<LastTest & { channelId: bigint }>('channel_tests')
    .whereIn('channel_id', chosen)
    .select({
      channelId: 'channel_id',
      testedAt: 'tested_at',
      testedBy: 'tested_by',
      success: 'success',
      message: 'message',
      responseMs: 'response_ms',
      status: 'status',
      model: 'model',
    });
  const balances = await knex<LastBalance & { channelId: bigint }>('channel_balances')
    .whereIn('channel_id', chosen)
    .select({ channelId: 'channel_id', toldAt: 'told_at', balance: 'balance', currency: 'currency' });
  const testOf = new Map(tests.map((test) => [test.channelId, test]));
  const balanceOf = new Map(balances.map((balance) => [balance.channelId, balance]));
  return (id) => ({ test: testOf.get(id), balance: balanceOf.get(id) });
}
