import type { Knex } from 'knex';

/**
 * What lists of a hundred thousand rows are found by, the newest first. `grams` gives all pairs and triples of characters of a
 * text: an index on them finds whatever has a word somewhere within, and needs no extension that an administrator would have to
 * allow.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function grams(word text) returns text[] immutable strict parallel safe language sql
      return array(
        select distinct substr(lower(word), at, size)
        from generate_series(2, 3) as size, generate_series(1, length(lower(word)) - size + 1) as at);

    create index keys_grams on keys using gin (grams(name || E'\\n' || suffix)) where not removed and not is_playground;
    create index users_grams on users
      using gin (grams(username || E'\\n' || display_name || E'\\n' || coalesce(email, ''))) where not removed;
    create index redemptions_grams on redemptions using gin (grams(name || E'\\n' || prefix));

    drop index keys_of_user;
    drop index keys_present;
    create index keys_of_user on keys (user_id, id) where not removed and not is_playground;
    create index keys_present on keys (id) where not removed and not is_playground;
    create index keys_named on keys (name, id);
    create index keys_of_group on keys (group_name) where not removed;

    create index users_present on users (id) where not removed;
    create index users_of_role on users (role, id) where not removed;
    create index users_of_group on users (group_name, id) where not removed;
    create index users_disabled on users (id) where not removed and not enabled;

    create index redemptions_used on redemptions (id) where redeemed_by is not null;
    create index redemptions_disabled on redemptions (id) where redeemed_by is null and not enabled;
    create index redemptions_expiring on redemptions (expires_at) where redeemed_by is null and enabled;
    create index redemptions_enabled on redemptions (id) where redeemed_by is null and enabled;

    create index audit_of_kind on audit (target_kind, id);
    create index audit_of_target on audit (target_id, id);
  `);
}
