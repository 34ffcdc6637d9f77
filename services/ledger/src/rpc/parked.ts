import {
  type DropParkedRequest,
  type DropParkedResponse,
  type GetParkedRequest,
  type GetParkedResponse,
  type ListParkedRequest,
  type ListParkedResponse,
  type Parked,
  type RepairParkedRequest,
  type RepairParkedResponse,
  type ReplayParkedRequest,
  type ReplayParkedResponse,
  Parked_State as State,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { report } from '../consume/report.ts';
import { listActs, type Refusal, repairParked } from '../parked/acts.ts';
import { dropParked } from '../parked/drop-parked.ts';
import {
  currentMessage,
  findParked,
  listParked,
  originalMessage,
  type ParkedEvent,
  type ParkedState,
} from '../parked/find-parked.ts';
import { replayParked } from '../parked/replay-parked.ts';
import { checkAuthor, checkBy, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

const maxListed = 1_000;
const states: Record<ParkedState, State> = {
  open: State.OPEN,
  booked: State.BOOKED,
  dropped: State.DROPPED,
};

export async function answerListParked(
  { knex }: RpcContext,
  { openOnly, afterSeq, limit }: ListParkedRequest,
): Promise<ListParkedResponse> {
  const bound = limit > 0 && limit < maxListed ? limit : maxListed;
  const events = await listParked(knex, { openOnly, afterSeq, limit: bound });
  return { parked: events.map(toMessage) };
}

export async function answerGetParked(
  { knex }: RpcContext,
  { seq }: GetParkedRequest,
): Promise<GetParkedResponse> {
  const event = await findParked(knex, seq);
  if (!event) return refuseEvent(seq, 'unknown');
  const acts = await listActs(knex, seq);
  return {
    parked: toMessage(event),
    original: originalMessage(event),
    current: currentMessage(event),
    acts: acts.map(({ actor, content, ...act }) => ({
      ...act,
      by: actor,
      content: content ?? Buffer.alloc(0),
    })),
  };
}

/** Replaces what a replay will book. */
export async function answerRepairParked(
  { knex, log }: RpcContext,
  { seq, content, ...request }: RepairParkedRequest,
): Promise<RepairParkedResponse> {
  const refusal = await repairParked(knex, seq, { ...checkAuthor(request), content });
  if (refusal) return refuseEvent(seq, refusal);
  log.warn({ seq: String(seq), by: request.by }, 'a parked event was repaired');
  return {};
}

/** Books a parked event, or says why it still cannot be. */
export async function answerReplayParked(
  context: RpcContext,
  { seq, by }: ReplayParkedRequest,
): Promise<ReplayParkedResponse> {
  const replay = await replayParked(context, seq, checkBy(by));
  if (replay.kind === 'refused' && replay.refusal !== 'booked') return refuseEvent(seq, replay.refusal);
  if (replay.kind === 'not-booked') return { booked: false, reason: replay.reason };
  if (replay.kind === 'booked') await report(context, replay.posted);
  return { booked: true, reason: '' };
}

/** Gives a parked event up. */
export async function answerDropParked(
  { knex, log }: RpcContext,
  { seq, ...request }: DropParkedRequest,
): Promise<DropParkedResponse> {
  const refusal = await dropParked(knex, seq, checkAuthor(request));
  if (refusal) return refuseEvent(seq, refusal);
  log.warn({ seq: String(seq), by: request.by }, 'a parked event was dropped');
  return {};
}

function toMessage({ seq, id, reason, state, parkedAtMs }: ParkedEvent): Parked {
  return { seq, id: id ?? '', reason, state: states[state], parkedAtMs };
}

function refuseEvent(seq: bigint, refusal: Refusal): never {
  const words = refusal === 'unknown' ? 'There is no parked event' : `It was ${refusal} already: event`;
  return refuse('seq', `${words} ${seq}.`);
}
