import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Knex } from 'knex';

/**
 * Writes pins that are not there yet, and what is known of a context since they were; sorted, so that two writers of the same ones
 * never wait for each other.
 */
export async function insertPins(knex: Knex, sent: readonly ResponsePin[]): Promise<void> {
  const pins = onePinEach(sent);
  await knex.raw(
    `insert into response_pins (response_id, key_id, channel_id, credential_hash, context_tokens)
     select * from unnest(?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bigint[])
       as sent (response_id, key_id, channel_id, credential_hash, context_tokens)
     order by response_id, key_id
     on conflict (response_id, key_id) do update set context_tokens = excluded.context_tokens
       where response_pins.context_tokens < excluded.context_tokens`,
    [
      pins.map(({ responseId }) => responseId),
      pins.map(({ keyId }) => String(keyId)),
      pins.map(({ channelId }) => String(channelId)),
      pins.map(({ credentialHash }) => credentialHash),
      pins.map(({ contextTokens }) => String(contextTokens)),
    ],
  );
}

/** A statement changes a row once. The first says where a response is kept, as among statements. */
function onePinEach(pins: readonly ResponsePin[]): ResponsePin[] {
  const byName = new Map<string, ResponsePin>();
  for (const pin of pins) {
    const name = `${pin.keyId}/${pin.responseId}`;
    const before = byName.get(name);
    const isMore = before !== undefined && before.contextTokens < pin.contextTokens;
    if (!before) byName.set(name, pin);
    else if (isMore) byName.set(name, { ...before, contextTokens: pin.contextTokens });
  }
  return [...byName.values()];
}

/** The pin of this key, or that of another when it has none. */
export async function findPin(
  knex: Knex,
  { responseId, keyId }: { responseId: string; keyId: bigint },
  notOlderThanMs: number,
): Promise<ResponsePin | undefined> {
  const { rows } = await knex.raw<{ rows: ResponsePin[] }>(
    `select response_id as "responseId", key_id as "keyId", channel_id as "channelId",
            credential_hash as "credentialHash", context_tokens as "contextTokens"
       from response_pins
      where response_id = ? and noted_at > now() - make_interval(secs => ?)
      order by key_id = ? desc
      limit 1`,
    [responseId, notOlderThanMs / 1_000, String(keyId)],
  );
  return rows[0];
}

/** Removes at most `limit` pins that are too old; returns how many. What another replica removes is left to it. */
export async function deleteOldPins(knex: Knex, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `delete from response_pins
      where ctid = any (array(select ctid from response_pins
                               where noted_at <= now() - make_interval(secs => ?)
                               order by noted_at limit ? for update skip locked))`,
    [olderThanMs / 1_000, limit],
  );
  return rowCount;
}
