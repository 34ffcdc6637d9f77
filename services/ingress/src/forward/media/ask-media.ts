import { connectivityState } from '@grpc/grpc-js';
import { fault } from '@headgate/proto/faults';
import type {
  HandleRequest,
  HandleResponse,
  MediaTaskClient,
} from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import { wait } from '@headgate/runtime/wait';
import type { Context } from '../../context.ts';

/** Longer than all vendors that may be asked for one task, together. */
const deadlineMs = 10 * 60_000;
const firstPauseMs = 100;
const longestPauseMs = 1_000;
/** A first connection takes a moment, as does one after hours without requests: so long it is waited for at least. */
const connectMs = 250;

/**
 * Hands a request to the media service, and hands it on again where the connection breaks before an answer: it goes by
 * its id, so that a task which the first one made is found and not made twice. A client that heard an error would ask for
 * another one. One of which nothing can have been made, since no media-api was reached or each said so, may be asked again,
 * and so may one under an idempotency key: it is told of the task that was made. Throws a FaultError.
 */
export async function askMedia(
  { media, config, log }: Context,
  request: Omit<HandleRequest, 'isRepeat'>,
  { mayMake }: { mayMake: boolean },
): Promise<HandleResponse> {
  const isKeyed = request.headers.some(({ name, value }) => name === 'idempotency-key' && value !== '');
  const askedAt = performance.now();
  /** Since when it is tried again. A client that only asks how things stand has been kept waiting since it asked. */
  let brokenAt: number | undefined;
  let mayBeMade = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const isRepeat = brokenAt !== undefined;
    const leftMs = config.mediaResendMs - (performance.now() - (brokenAt ?? performance.now()));
    if (!(await isReachable(media, leftMs))) {
      log.warn({ requestId: request.requestId }, 'no media service could be reached');
      throw noAnswer(mayBeMade);
    }
    try {
      // A client that leaves is no reason to stop: the task may be paid for by then.
      return await call(media, media.handle, { ...request, isRepeat }, { deadlineMs });
    } catch (error) {
      const isUnmade = error instanceof FaultError && error.fault.notStarted;
      if (error instanceof FaultError && !isUnmade) throw error;
      mayBeMade ||= mayMake && !isKeyed && !isUnmade;
      brokenAt ??= mayMake ? performance.now() : askedAt;
      const cause = error instanceof Error ? error.message : String(error);
      log.warn({ cause, requestId: request.requestId }, 'the media service gave no answer');
      if (performance.now() + pauseMs - brokenAt > config.mediaResendMs) throw noAnswer(mayBeMade, error);
    }
    await wait(pauseMs);
  }
}

/** Until then nothing of a request has left, which a call that fails does not say. */
function isReachable(media: MediaTaskClient, withinMs: number): Promise<boolean> {
  const hasFailed = media.getChannel().getConnectivityState(true) === connectivityState.TRANSIENT_FAILURE;
  const deadline = Date.now() + (hasFailed ? withinMs : Math.max(withinMs, connectMs));
  return new Promise((resolve) => media.waitForReady(deadline, (error) => resolve(!error)));
}

/** Asked again, a create could be rendered twice: SDKs do that by themselves unless they are told not to. */
function noAnswer(mayBeMade: boolean, cause?: unknown): FaultError {
  if (!mayBeMade) return new FaultError(fault('service_unavailable'), { cause });
  const message =
    'Whether the task was made could not be found out. Look at your tasks before you ask for another one.';
  return new FaultError(fault('service_unavailable', { message, permanent: true }), { cause });
}
