import { randomUUID } from 'node:crypto';
import type { Sql } from '../../e2e/testing/sql.ts';

const rowsAtOnce = 250_000;
const days = 100;
const dayMs = 24 * 60 * 60 * 1_000;
const tables = ['entry', 'usage'] as const;

/** Books requests of the last months up to so many, a thousand keys' in turn, as the ledger writes them; their other indexes are made anew afterwards. */
export async function bookRows(sql: Sql, from: number, until: number): Promise<void> {
  if (until <= from) return;
  await sql.query('set search_path to ledger');
  const indexes = await sql.query(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'ledger' and tablename in ('entry', 'usage') and indexname not like '%\\_pkey'`,
  );
  for (const { indexname } of indexes) await sql.query(`drop index ledger.${String(indexname)}`);
  for (let at = from; at < until; at += rowsAtOnce)
    await insertSome(sql, at, Math.min(at + rowsAtOnce, until), until);
  for (const { indexdef } of indexes) await sql.query(String(indexdef).replace(' ON ONLY ', ' ON '));
  for (const table of tables) await sql.query(`vacuum analyze ledger.${table}`);
}

async function insertSome(sql: Sql, from: number, until: number, all: number): Promise<void> {
  const startMs = Date.now() - days * dayMs;
  const drawn = `
    select n, key, (left(time, 8) || '-' || right(time, 4) || '-7' || substr(noise, 1, 3) || '-8' || substr(noise, 4, 3) || '-'
      || substr(noise, 7, 12))::uuid as id, to_timestamp(at / 1000.0) as began
    from (
      select n, at, n % 1000 as key, lpad(to_hex(at), 12, '0') as time, md5(n::text) as noise
      from (select n, ${startMs} + n * ${days * dayMs} / ${all} as at from generate_series($1::bigint, $2::bigint) as n) as timed
    ) as noised`;
  await sql.query(
    `insert into ledger.entry (id, kind, path, amount, price_version, input_hash, batch_no, booked_at)
     select id, 'settle', array['key:' || 10000000 + key, 'user:10000000'], 165, 1, substr(sha256(id::text::bytea), 1, 16), 0, began
     from (${drawn}) as drawn`,
    [from, until - 1],
  );
  await sql.query(
    `insert into ledger.usage (id, run, key_id, user_id, model, price_model, group_name, channel_id, input_fresh,
       input_cache_read, input_cache_write, output_visible, output_reasoning, calls, usage_source, ending, status, stream, attempts,
       reserved, consumed, amount, price_version, catalog_version, started_at, duration_ms, first_byte_ms, batch_no)
     select id, $3::uuid, 10000000 + key, 10000000, 'gpt-4o-mini', 'gpt-4o-mini', 'default', 1, 900, 100, 0, 250, 50, 1, 'upstream',
       'completed', 200, key % 2 = 0, 1, 5000, 165, 165, 1, 1, began, 1500, 400, 0
     from (${drawn}) as drawn`,
    [from, until - 1, randomUUID()],
  );
}
