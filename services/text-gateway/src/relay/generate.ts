import { fault } from '@headgate/proto/faults';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { GatewayContext } from '../context.ts';
import { countEmbedded, countInput } from '../counting/count-input.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import { createRequestMedia } from '../fetch-media/request-media.ts';
import type { Gone } from '../gone.ts';
import { refusalFault } from '../slices/refusal-fault.ts';
import { commentFrame } from '../sse.ts';
import type { Surface } from '../surfaces/surface.ts';
import { type Admission, admit } from './admit.ts';
import type { Answer } from './answers/answer.ts';
import { createArrayAnswer } from './answers/array-answer.ts';
import { attemptInTurn } from './attempts/attempt-in-turn.ts';
import { uncounted } from './bills/bill.ts';
import { openSettlement } from './bills/open-settlement.ts';
import { interruptedClose } from './bills/settle.ts';
import { accessForSpending } from './choices/access.ts';
import { findPin } from './choices/find-pin.ts';
import { decodeEmbedding, decodeRequest, readRequest } from './read-request.ts';
import type { Serving } from './serving.ts';

/**
 * Serves one request: admit, reserve, journal, call an upstream, pass its answer on, settle. Throws a
 * FaultError when the client is to be refused; by then nothing is reserved any more.
 */
export async function generate(
  context: GatewayContext,
  surface: Surface,
  open: Open,
  client: Answer,
): Promise<void> {
  const startedAtMs = Date.now();
  const access = accessForSpending(context, open);
  const { caller } = access;
  const request = readRequest(surface, open);
  const answer = isArray(surface, request, open) ? createArrayAnswer(client) : client;
  const pin = await findPin(context, request, caller);
  const admission = admit(request, access, surface, context.windows, pin);
  await reserve(context, admission, caller, answer.gone);

  const opened = interruptedClose(open, request, admission, context.run, startedAtMs);
  context.reach('before-open');
  const settlement = openSettlement(context, admission, opened);
  if (!settlement) {
    if (admission.reserved > 0n) context.slices.settle(admission.path, admission.reserved, 0n);
    throw new FaultError(fault('service_unavailable'));
  }
  context.reach('after-open');
  const media = createRequestMedia(context.media, answer.gone, caller.userId);
  const release = request.stream
    ? context.keepAlive.watch(answer, surface.passage.keepAliveFrame ?? commentFrame)
    : () => undefined;
  try {
    const { requestId, headers } = open;
    const canon = once(() => decodeRequest(surface, request, open));
    const embedding = once(() => decodeEmbedding(surface, request));
    const counted = once(() =>
      surface.embedding ? countEmbedded(request, embedding) : countInput(request, canon),
    );
    const orderOf = admission.orderOf ?? (() => undefined);
    const serving: Serving = {
      context,
      surface,
      request,
      canon,
      media,
      embedding,
      orderOf,
      countInput: counted,
      headers,
      caller,
      pin,
      catalogVersion: admission.catalogVersion,
      requestId,
      answer,
      settlement,
      startedAtMs,
    };
    const failure = await attemptInTurn(serving, admission.candidates);
    if (failure) throw new FaultError(failure);
    // Whoever answers settles; this closes a request that a defect left open on the way.
    settlement.settle({ ending: Ending.BROKEN, status: 200, ...uncounted });
  } catch (error) {
    const status = error instanceof FaultError ? error.fault.status : 500;
    settlement.fail(status, answer.gone);
    throw error;
  } finally {
    release();
    media.release();
  }
}

/** Only generateContent streams in two forms, and names the one in its path. */
function isArray({ name }: Surface, { stream }: ClientRequest, { alt }: Open): boolean {
  return name === 'generate-content' && stream && alt !== 'sse';
}

async function reserve(
  context: GatewayContext,
  { path, reserved }: Admission,
  { budgets }: Caller,
  gone: Gone,
): Promise<void> {
  if (reserved === 0n) return;
  const pending = context.slices.reserve(path, reserved, gone);
  const refusal = pending instanceof Promise ? await pending : pending;
  if (!refusal) return;
  const lacking = context.slices.lacking(path);
  throw new FaultError(refusalFault(refusal, { what: 'this request', lacking, budgets }));
}

/** Runs once, whoever asks how often. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
