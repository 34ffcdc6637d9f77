import { fault } from '@headgate/proto/faults';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Candidate } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import { type ChatRequest, readChatRequest } from '../dialects/chat-completions/request.ts';
import type { Refusal } from '../slices/slice.ts';
import { type Admission, admit } from './admit.ts';
import type { Answer } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import { chooseCandidate } from './choose.ts';
import { createSettlement, interruptedClose, type Settlement } from './settle.ts';

/** Upstream calls for one request, all before the first byte of its answer. */
const maxAttempts = 1;

/**
 * Serves one request: admit, reserve, journal, call an upstream, pass its answer on, settle. Throws a
 * FaultError when the client is to be refused; by then nothing is reserved any more.
 */
export async function generate(context: GatewayContext, open: Open, answer: Answer): Promise<void> {
  const startedAtMs = Date.now();
  const { caller } = open;
  const catalog = context.catalog.current();
  const bounds = context.heartbeat.bounds();
  if (!caller || !catalog || !bounds || !context.heartbeat.isValid()) throw unavailable();
  const request = readChatRequest(open.body);
  const admission = admit(request, caller, catalog, bounds);
  await reserve(context, admission);

  const opened = interruptedClose(open, request, admission, context.run, startedAtMs);
  context.reach('before-open');
  const ticket = context.journal.open(opened);
  if (!ticket) {
    if (admission.reserved > 0n) context.slices.settle(admission.path, admission.reserved, 0n);
    throw unavailable();
  }
  context.reach('after-open');
  const settlement = createSettlement(context, admission, ticket, opened);
  try {
    const failure = await attemptInTurn(context, open, request, admission, answer, settlement);
    if (failure) throw new FaultError(failure);
  } catch (error) {
    const status = error instanceof FaultError ? error.fault.status : 500;
    settlement.settle({ ending: Ending.UPSTREAM_FAILED, status, isServed: false, usage: undefined });
    throw error;
  }
}

async function reserve(context: GatewayContext, { path, reserved }: Admission): Promise<void> {
  if (reserved === 0n) return;
  const pending = context.slices.reserve(path, reserved);
  const refusal = pending instanceof Promise ? await pending : pending;
  if (refusal) throw new FaultError(refusals[refusal]);
}

const refusals: Record<Refusal, Fault> = {
  empty: fault('insufficient_user_quota', {
    message: 'The quota of this key or its user does not cover this request.',
  }),
  unreachable: fault('service_unavailable', {
    message: 'Quota cannot be checked right now. Try again shortly.',
  }),
  overloaded: fault('too_many_requests', { retryAfterMs: 1_000 }),
};

/** Returns the last attempt's fault when none of them answered. */
async function attemptInTurn(
  context: GatewayContext,
  open: Open,
  request: ChatRequest,
  { candidates }: Admission,
  answer: Answer,
  settlement: Settlement,
): Promise<Fault | undefined> {
  const tried = new Set<Candidate>();
  let failure: Fault = fault('model_not_found');
  for (let number = 1; number <= maxAttempts; number += 1) {
    const candidate = chooseCandidate(candidates, tried, Math.random());
    if (!candidate || answer.gone.aborted) break;
    tried.add(candidate);
    settlement.attempt(candidate);
    const attemptId = `${open.requestId}.${number}`;
    const result = await makeAttempt(context, request, candidate, answer, settlement, attemptId);
    if (result.kind === 'answered') return undefined;
    failure = result.fault;
  }
  return failure;
}

function unavailable(): FaultError {
  return new FaultError(fault('service_unavailable'));
}
