import type { Knex } from 'knex';

export interface FlowRow {
  token_hash: Buffer;
  kind: string;
  data: unknown;
  ip: string;
  created_at: Date;
  expires_at: Date;
}

export interface NewFlow {
  tokenHash: Buffer;
  kind: string;
  data: unknown;
  ip: string;
  lifetimeSeconds: number;
}

export async function insertFlow(knex: Knex, flow: NewFlow): Promise<void> {
  await knex('sign_in_flows').insert({
    token_hash: flow.tokenHash,
    kind: flow.kind,
    data: JSON.stringify(flow.data),
    ip: flow.ip,
    expires_at: knex.raw(`now() + ? * interval '1 second'`, [flow.lifetimeSeconds]),
  });
}

export async function findFlow(knex: Knex, tokenHash: Buffer, kind: string): Promise<unknown> {
  const row = await knex<FlowRow>('sign_in_flows')
    .where({ token_hash: tokenHash, kind })
    .where('expires_at', '>', knex.fn.now())
    .first('data');
  return row?.data;
}

/** Gives a flow to one caller, whoever else asks for it at the same time. */
export async function takeFlow(knex: Knex, tokenHash: Buffer, kind: string): Promise<unknown> {
  const [row] = await knex<FlowRow>('sign_in_flows')
    .where({ token_hash: tokenHash, kind })
    .where('expires_at', '>', knex.fn.now())
    .delete()
    .returning('data');
  return row?.data;
}

export async function deleteExpiredFlows(knex: Knex): Promise<void> {
  await knex('sign_in_flows').where('expires_at', '<=', knex.fn.now()).delete();
}

/** Forgets the flows of an address but the newest `kept`. */
export async function deleteOldFlows(knex: Knex, ip: string, kept: number): Promise<void> {
  const old = knex('sign_in_flows')
    .select('token_hash')
    .where({ ip })
    .orderBy('created_at', 'desc')
    .offset(kept);
  await knex('sign_in_flows').whereIn('token_hash', old).delete();
}

/** How many there are; counts no further than `most`. */
export async function countFlows(knex: Knex, most: number): Promise<number> {
  const some = knex('sign_in_flows').select('token_hash').limit(most).as('some');
  const row = await knex.from(some).count<{ count: bigint }[]>({ count: '*' }).first();
  return Number(row?.count ?? 0);
}
