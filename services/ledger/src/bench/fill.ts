import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { allowSilence, limitSilence } from '@headgate/runtime/postgres/silence';
import type { Knex } from 'knex';
import { makePartitions } from '../partitions/partitions.ts';
import { addStatistics } from '../statistics/add-statistics.ts';

/** What the log is filled with: months of requests, some keys and models much busier than others. */
export interface Filling {
  requests: number;
  days: number;
  users: number;
  keysPerUser: number;
  models: number;
  channels: number;
  endMs: number;
}

const rowsPerStatement = 250_000;
const rowsPerBatch = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

const indexes = `select indexdef, indexname from pg_indexes where tablename = 'usage' and indexname <> 'usage_pkey'`;

/** Fills the usage log in the order of ids, its other indexes made anew afterwards, and adds up the statistics. */
export async function fill(knex: Knex, filling: Filling, say: (line: string) => void): Promise<void> {
  for (let month = 0; month * 28 <= filling.days + 28; month += 1) {
    await makePartitions(knex, filling.endMs - month * 28 * dayMs);
  }
  const dropped = await rowsOf<{ indexdef: string; indexname: string }>(knex, indexes, []);
  for (const { indexname } of dropped) await rowsOf(knex, `drop index ${indexname}`, []);
  for (let from = 0; from < filling.requests; from += rowsPerStatement) {
    await insertSome(knex, filling, from, Math.min(from + rowsPerStatement, filling.requests));
    say(`${from + rowsPerStatement} requests`);
  }
  await knex.transaction(async (transaction) => {
    await rowsOf(transaction, 'set local statement_timeout = 0', []);
    await rowsOf(transaction, `set local maintenance_work_mem = '1GB'`, []);
    await allowSilence(transaction, async () => {
      for (const { indexdef } of dropped)
        await rowsOf(transaction, indexdef.replace(' ON ONLY ', ' ON '), []);
    });
  });
  say('indexes');
  await addStatistics(knex);
  say('statistics');
  for (const table of ['usage', 'statistic']) await analyze(knex, table);
  say('vacuum');
}

async function analyze(knex: Knex, table: string): Promise<void> {
  const connection = await knex.client.acquireConnection();
  try {
    limitSilence(connection, 0);
    await connection.query('set statement_timeout = 0');
    await connection.query(`vacuum analyze ${table}`);
    await connection.query('set statement_timeout = 30000');
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

function insertSome(knex: Knex, filling: Filling, from: number, until: number): Promise<unknown> {
  const { requests, days, users, keysPerUser, models, channels, endMs } = filling;
  const startMs = endMs - days * dayMs;
  return rowsOf(
    knex,
    `insert into usage (id, run, key_id, user_id, model, price_model, group_name, channel_id, input_fresh,
       input_cache_read, input_cache_write, output_visible, output_reasoning, calls, usage_source, ending, status, stream,
       attempts, reserved, consumed, amount, price_version, catalog_version, started_at, duration_ms, first_byte_ms,
       batch_no)
     select
       (left(time, 8) || '-' || right(time, 4) || '-7' || substr(noise, 1, 3) || '-8' || substr(noise, 4, 3) || '-'
         || substr(noise, 7, 12))::uuid,
       ?::uuid, key, 1 + (key - 1) / ${keysPerUser}, 'model-' || model, 'model-' || model,
       case when key % 5 = 0 then 'vip' else 'default' end, 1 + model % ${channels}, 900, 100, 0, 250, 50, 1,
       case when failed then 'none' else 'upstream' end, case when failed then 'upstream_failed' else 'completed' end,
       case when failed then 502 else 200 end, key % 2 = 0, 1, 5000, 1000,
       case when failed then 0 else 1000 + model end, 1, 1, to_timestamp(at / 1000.0), 1500, 400, n / ${rowsPerBatch}
     from (
       select n, at, lpad(to_hex(at), 12, '0') as time, md5(n::text) as noise, failed, key,
         (key * 7 + floor(3 * power(which, 2))::int) % ${models} as model
       from (
         select n, ${startMs} + n * ${days * dayMs} / ${requests} as at, random() < 0.02 as failed, random() as which,
           1 + floor(${users * keysPerUser} * power(random(), 2))::int as key
         from generate_series(?::bigint, ?::bigint) as n) as drawn) as requests`,
    [randomUUID(), from, until - 1],
  );
}
