import { waitFor } from '@headgate/runtime/testing/wait-for';
import { usageRows } from './usage-rows.ts';
import type { World } from './world.ts';

type Database = Pick<World, 'sql'>;

/** Fills the books of a world with so many requests, what they cost, and what people changed meanwhile. */
export async function fillWorld(world: Database, requests = 10_000): Promise<void> {
  await insertUsage(world, requests);
  await chargePurses(world);
  await insertAuditLines(world);
  await waitFor(async () => {
    const [row] = await world.sql(
      `select sum(requests)::int as requests from ledger.statistic where span = 'day' and user_id = 0`,
    );
    return Number(row?.requests ?? 0) >= requests;
  }, 'the requests are added up');
}

/** In one statement: the ledger adds each batch to its statistics once, and these are all of batch 0. */
async function insertUsage(world: Database, requests: number): Promise<void> {
  const payers = await world.sql(
    `select keys.id, user_id, users.group_name from account.keys join account.users on users.id = user_id order by keys.id`,
  );
  const channels = await world.sql(`select id, name from account.channels`);
  const rows = usageRows(requests, {
    payers: payers.map(({ id, user_id: userId, group_name: group }) => ({
      keyId: Number(id),
      userId: Number(userId),
      group: String(group),
    })),
    channelIds: new Map(channels.map(({ id, name }) => [String(name), Number(id)])),
    endMs: Date.now(),
  });
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await world.sql(
    `insert into ledger.usage (${columns})
     select ${columns} from jsonb_populate_recordset(null::ledger.usage, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

async function chargePurses({ sql }: Database): Promise<void> {
  await sql(
    `update ledger.purse set used = used + spent.amount from (
       select 'key:' || key_id as id, sum(amount) as amount from ledger.usage group by key_id
       union all select 'user:' || user_id, sum(amount) from ledger.usage group by user_id) as spent
     where purse.id = spent.id`,
  );
}

async function insertAuditLines({ sql }: Database): Promise<void> {
  await sql(
    `insert into account.audit (at, actor_id, actor_name, operation, target_kind, target_id, target_name, changes, ip, request_id)
     select now() - place * interval '17 minutes', users.id, users.username, 'channels.update', 'channel', channels.id::text,
       channels.name, jsonb_build_object('priority', jsonb_build_array(0, place), 'models',
         jsonb_build_array(jsonb_build_array('gpt-4o'), jsonb_build_array('gpt-4o', 'gpt-4o-mini'))),
       '203.0.113.' || place % 250, gen_random_uuid()::text
     from generate_series(1, 400) as place
     join account.users on users.username = 'root'
     join (select id, name, row_number() over (order by id) as number from account.channels) as channels
       on channels.number = 1 + place % 30
     order by place desc`,
  );
}

/** Gives everybody's newest tasks so many copies, an hour apart. */
export async function copyTasks({ sql }: Database, copies: number): Promise<void> {
  await sql(
    `insert into media.task overriding system value
     select (jsonb_populate_record(task, jsonb_build_object(
       'id', 'task_' || replace(gen_random_uuid()::text, '-', ''), 'close_id', gen_random_uuid(), 'hold_id', gen_random_uuid(),
       'seq', seq - place * 1000, 'idempotency_key', null, 'external_id', null,
       'created_at', created_at - place * interval '1 hour', 'finished_at', finished_at - place * interval '1 hour'))).*
     from media.task, generate_series(1, $1) as place where state in ('succeeded', 'failed')`,
    [copies],
  );
}
