import type { Sql } from '../../e2e/testing/sql.ts';

const rowsPerStatement = 250_000;
const rowsPerBatch = 1_000;
const [keys, keysPerUser, models, channels] = [1_000, 10, 50, 10];
/** Within months that have partitions. */
const [days, dayMs] = [30, 86_400_000];

/**
 * Adds entries and lines of the usage log as if so many requests had been booked in the last month, of keys of uneven use.
 * Indexes are made anew afterwards. Their batches have numbers below all others: the statistics do not ask for them.
 */
export async function fillBooks(sql: Sql, requests: number, say: (line: string) => void): Promise<void> {
  await sql.query('set search_path to ledger');
  const indexes = await sql.query(
    `select indexdef, indexname from pg_indexes
     where schemaname = 'ledger' and tablename in ('usage', 'entry') and indexname !~ '_pkey$'`,
  );
  for (const { indexname } of indexes) await sql.query(`drop index ${String(indexname)}`);
  for (let from = 0; from < requests; from += rowsPerStatement) {
    const until = Math.min(from + rowsPerStatement, requests);
    await insertSome(sql, { from, until, requests });
    say(`${until} entries are there`);
  }
  await sql.query(`set maintenance_work_mem = '512MB'`);
  for (const { indexdef } of indexes) await sql.query(String(indexdef).replace(' ON ONLY ', ' ON '));
  for (const table of ['entry', 'usage']) await sql.query(`vacuum analyze ${table}`);
  await sql.query('checkpoint');
}

async function insertSome(
  sql: Sql,
  { from, until, requests }: { from: number; until: number; requests: number },
): Promise<void> {
  const startMs = Date.now() - days * dayMs;
  await sql.query(
    `with drawn as (
       select n, ${startMs} + n * ${days * dayMs} / $3::bigint as at, md5(n::text) as noise, random() < 0.02 as failed,
         1 + floor(${keys} * power(random(), 2))::int as key
       from generate_series($1::bigint, $2::bigint) as n),
     request as (
       select *, n / ${rowsPerBatch} - $3::bigint / ${rowsPerBatch} - 1 as batch, 1 + (key - 1) / ${keysPerUser} as of_user,
         (key * 7 + n % 3) % ${models} as model,
         (lpad(to_hex(at), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid as request_id
       from drawn),
     booked as (
       insert into entry (id, kind, path, amount, price_version, input_hash, batch_no, booked_at)
       select request_id, 'settle', array['key:' || key, 'user:' || of_user], case when failed then 0 else 165 end, 1,
         decode(noise, 'hex'), batch, to_timestamp(at / 1000.0) from request)
     insert into usage (id, run, key_id, user_id, model, price_model, group_name, channel_id, input_fresh,
       input_cache_read, input_cache_write, output_visible, output_reasoning, calls, usage_source, ending, status, stream,
       attempts, reserved, consumed, amount, price_version, catalog_version, started_at, duration_ms, first_byte_ms,
       batch_no)
     select request_id, '00000000-0000-4000-8000-000000000000', key, of_user, 'model-' || model, 'model-' || model,
       case when key % 5 = 0 then 'vip' else 'default' end, 1 + model % ${channels}, 900, 100, 0, 250, 50, 1,
       case when failed then 'none' else 'upstream' end, case when failed then 'upstream_failed' else 'completed' end,
       case when failed then 502 else 200 end, key % 2 = 0, 1, 5000, 165, case when failed then 0 else 165 end, 1, 1,
       to_timestamp(at / 1000.0), 1500, 400, batch
     from request`,
    [from, until - 1, requests],
  );
}
