import type { Knex } from 'knex';

/** Fills the lists of an account with so many keys of the user, users, codes and lines of the audit log each. */
export async function makeManyRows(knex: Knex, userId: bigint, count: number): Promise<void> {
  const bindings = { userId: String(userId), count };
  // Made anew afterwards: row by row, indexes on grams take ten times as long.
  const { rows: grams } = await knex.raw<{ rows: { indexname: string; indexdef: string }[] }>(
    `select indexname, indexdef from pg_indexes where indexname like '%\\_grams'`,
  );
  for (const { indexname } of grams) await knex.raw(`drop index ${indexname}`);
  await knex.raw(
    `insert into keys (user_id, name, prefix, suffix, enabled, models, model_limits, unlimited, granted_units, expires_at,
       rpm, tpm, concurrency, ips, from_config, changed_version, hash_version)
     select :userId, 'service ' || n, 'sk-a', substr(md5(n::text), 1, 4), true, '{}', '{}', true, 0, 0, 0, 0, 0, '{}', false, 1, 1
     from generate_series(1, :count) as n`,
    bindings,
  );
  await knex.raw(
    `insert into users (username, display_name, email, role, enabled, group_name, unlimited, granted_units, from_config,
       changed_version)
     select 'person-' || n, 'Person ' || n, n || '@mail.example', 'user', true, 'default', true, 0, false, 1
     from generate_series(1, :count) as n`,
    bindings,
  );
  await knex.raw(
    `insert into redemptions (name, code_hash, prefix, units, made_by)
     select 'campaign ' || n, sha256(n::text::bytea), substr(md5(n::text), 1, 8), 1, :userId from generate_series(1, :count) as n`,
    bindings,
  );
  await knex.raw(
    `insert into audit (at, actor_id, actor_name, operation, target_kind, target_id, target_name, changes, ip, request_id)
     select now() - (:count - n) * interval '1 minute', :userId, 'ada', 'keys.update', 'key', (n % 5000)::text, '', '{}', '', ''
     from generate_series(1, :count) as n`,
    bindings,
  );
  for (const { indexdef } of grams) await knex.raw(indexdef);
  for (const table of ['keys', 'users', 'redemptions', 'audit']) await knex.raw(`analyze ${table}`);
}
