import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { partyOf } from '@headgate/runtime/party-of';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { hashToken, makeToken } from '../sessions/token.ts';
import { countFlows, deleteExpiredFlows, deleteOldFlows, findFlow, insertFlow, takeFlow } from './store.ts';

/** A way of proving who one is that takes more than one request. */
export interface FlowKind<Data extends z.ZodType> {
  name: string;
  lifetimeSeconds: number;
  data: Data;
}

type FlowContext = Pick<Context, 'knex'>;

/** Many people may share an address; of more flows the oldest are forgotten. */
const mostOfAddress = 1_000;
const mostOfAll = 100_000;
const retryAfterMs = 60_000;

/** Begins a flow, which the browser that asked holds from now on, in place of any other. */
export async function beginFlow<Data extends z.ZodType>(
  { knex }: FlowContext,
  act: Act,
  kind: FlowKind<Data>,
  data: z.input<Data>,
): Promise<void> {
  await deleteExpiredFlows(knex);
  const ip = partyOf(act.ip);
  await deleteOldFlows(knex, ip, mostOfAddress - 1);
  if ((await countFlows(knex, mostOfAll)) >= mostOfAll)
    throw new FaultError(fault('too_many_requests', { retryAfterMs }));
  const { token, tokenHash } = makeToken();
  const { name, lifetimeSeconds } = kind;
  await insertFlow(knex, { tokenHash, kind: name, data, ip, lifetimeSeconds });
  act.keepFlow(token, lifetimeSeconds);
}

/** What the browser has done so far; undefined where nothing of this kind is under way. */
export async function readFlow<Data extends z.ZodType>(
  { knex }: FlowContext,
  act: Act,
  kind: FlowKind<Data>,
): Promise<z.output<Data> | undefined> {
  const data = act.flowToken && (await findFlow(knex, hashToken(act.flowToken), kind.name));
  return data ? kind.data.parse(data) : undefined;
}

/** Ends a flow and gives what was done; to one caller alone. */
export async function endFlow<Data extends z.ZodType>(
  { knex }: FlowContext,
  act: Act,
  kind: FlowKind<Data>,
): Promise<z.output<Data> | undefined> {
  const data = act.flowToken && (await takeFlow(knex, hashToken(act.flowToken), kind.name));
  if (!data) return undefined;
  act.keepFlow('', 0);
  return kind.data.parse(data);
}
