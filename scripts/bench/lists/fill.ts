import { randomBytes } from 'node:crypto';
import type { Session } from '../../e2e/testing/session.ts';
import type { Sql } from '../../e2e/testing/sql.ts';
import type { ListsLane } from './lanes.ts';

const noLimits = `true, '{}', '{}', true, 0, 0, 0, 0, 0, '{}', false, 1, 1`;
const keyColumns = `user_id, name, hash, prefix, suffix, enabled, models, model_limits, unlimited, granted_units, expires_at, rpm,
  tpm, concurrency, ips, from_config, changed_version, hash_version`;

/** Fills account's and the media service's lists up to what a lane has, with rows as the services write them. */
export async function fill(
  sql: Sql,
  root: Session,
  lane: ListsLane,
  before: ListsLane | undefined,
): Promise<void> {
  const rows = (of: keyof Omit<ListsLane, 'name'>): string =>
    `generate_series(${(before?.[of] ?? 0) + 1}, ${lane[of]}) as n`;
  // Made anew afterwards: row by row, indexes on grams take ten times as long.
  const grams = await sql.query(
    `select indexname, indexdef from pg_indexes where schemaname = 'account' and indexname like '%\\_grams'`,
  );
  for (const { indexname } of grams) await sql.query(`drop index account.${String(indexname)}`);
  await sql.query(
    `insert into account.users (username, display_name, email, role, enabled, group_name, unlimited, granted_units, from_config,
       changed_version)
     select 'person-' || n, 'Person ' || n, n || '@mail.example', case when n % 1000 = 0 then 'admin' else 'user' end, n % 100 <> 0,
       'default', true, 0, false, 1
     from ${rows('users')}`,
  );
  // What joins with them below is planned for as many as there are.
  await sql.query('analyze account.users');
  await sql.query(
    `insert into account.keys (${keyColumns})
     select users.id, 'service ' || n, sha256(('bench' || n)::bytea), 'sk-a', substr(md5(n::text), 1, 4), ${noLimits}
     from account.users, ${rows('keys')} where username = 'bench'`,
  );
  await sql.query(
    `insert into account.keys (${keyColumns})
     select users.id, 'laptop ' || n, sha256(('other' || n)::bytea), 'sk-a', substr(md5(n::text), 1, 4), ${noLimits}
     from ${rows('keys')} join account.users on username = 'person-' || (1 + n % ${Math.min(20_000, lane.users)})`,
  );
  await sql.query(
    `insert into account.redemptions (name, code_hash, prefix, units, made_by, expires_at, redeemed_by, redeemed_at, entry_id,
       credited_at)
     select 'campaign ' || n, sha256(n::text::bytea), substr(md5(n::text), 1, 8), 500000, users.id,
       case when n % 10 = 0 then now() end, case when n % 3 = 0 then users.id end, case when n % 3 = 0 then now() end,
       case when n % 3 = 0 then gen_random_uuid() end, case when n % 3 = 0 then now() end
     from account.users, ${rows('codes')} where username = 'root'`,
  );
  await sql.query(
    `insert into account.audit (at, actor_id, actor_name, operation, target_kind, target_id, target_name, changes, ip, request_id)
     select now() - (${lane.auditLines} - n) * interval '100 days' / ${lane.auditLines}, users.id, username,
       (array['keys.create', 'keys.update', 'users.update', 'models.put'])[1 + n % 4], (array['key', 'user', 'model'])[1 + n % 3],
       (n % 5000)::text, 'thing ' || n % 5000, '{"enabled": [true, false]}', '192.0.2.1', md5(n::text)
     from ${rows('auditLines')} join account.users on username = 'person-' || (1 + n % 50) order by n`,
  );
  for (const { indexdef } of grams) await sql.query(String(indexdef));
  await sql.query(
    `insert into account.models (name, kind, max_output, max_image_tokens, fallbacks, media, from_config)
     select 'model-' || n, 'text', 16384, 50000, '{}', '{}', false from ${rows('models')}`,
  );
  await makeChannels(sql, root, lane, lane.channels - (before?.channels ?? 0));
  await makeTasks(sql, rows('tasks'), lane);
  for (const table of ['account.users', 'account.keys', 'account.redemptions', 'account.audit', 'media.task'])
    await sql.query(`vacuum analyze ${table}`);
}

/** By the session API, so that their credentials are sealed; then each with ten of all models. */
async function makeChannels(sql: Sql, root: Session, { models }: ListsLane, count: number): Promise<void> {
  const key = Array.from({ length: count }, () => `sk-${randomBytes(16).toString('hex')}`).join('\n');
  const channel = {
    name: `many ${count}`,
    provider: 'openai',
    base_url: 'https://provider.example/v1',
    models: ['gpt-4.1'],
    key,
  };
  await root.post('/api/channel/', { mode: 'batch', channel });
  await sql.query(
    `update account.channels set models = (
       select jsonb_agg(jsonb_build_object('name', 'model-' || m, 'upstream', 'model-' || m))
       from (select 1 + (channels.id * 10 + of) % ${models} as m from generate_series(1, 10) as of) as ten)
     where name like 'many %'`,
  );
  await sql.query('update account.versions set catalog_version = catalog_version + 1');
}

async function makeTasks(sql: Sql, rows: string, { tasks }: ListsLane): Promise<void> {
  await sql.query(
    `insert into media.task (id, close_id, hold_id, surface, action, state, key_id, user_id, "group", path, model, price_model,
       catalog_version, price_version, amount, usage, wish, result, failure, created_at, submitted_at, finished_at, due_at, deadline_at)
     select 'many_' || n, gen_random_uuid(), gen_random_uuid(), case when n % 1000 = 0 then 'mj' else 'video' end, 'any',
       case when n % 100 = 0 then 'failed' else 'succeeded' end, 1 + n % 2000,
       case when n % 2 = 0 then (select id from account.users where username = 'bench') else 1000000 + n % 500 end, 'default', '{}',
       'film-' || n % 200, 'film-1', 1, 1, 1000, '', '{"prompt": "a film"}',
       case when n % 100 <> 0 then '{"media": []}'::jsonb end,
       case when n % 100 = 0 then '{"code": "task_failed", "message": "It failed."}'::jsonb end, made, made, made, made, made
     from (select n, now() - (${tasks} - n) * interval '100 days' / ${tasks} as made from ${rows}) as numbered order by n`,
  );
}
