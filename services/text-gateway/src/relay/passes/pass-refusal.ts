import { setDeadline } from '@headgate/runtime/set-deadline';
import { maxRefusalBytes } from '../../refusals/refusal.ts';
import { judgeRefusal } from '../../refusals/upstream-fault.ts';
import type { UpstreamHeaders } from '../../upstream-call/call.ts';
import type { Attempt, AttemptResult } from '../attempts/attempt.ts';
import { readStatus } from '../plans/override.ts';
import type { Pass } from './pass.ts';

/** A refusal whose body does not end is taken as far as it came. */
const readMs = 5_000;

/** Takes an answer whose status is not a success. Nothing of it reaches the client as it is. */
export function createRefusalPass(
  { context, requestId, candidate, key, secrets, witness }: Attempt,
  upstreamStatus: number,
  headers: UpstreamHeaders,
  finish: (result: AttemptResult) => void,
): Pass {
  const status = readStatus(candidate.channel, upstreamStatus);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isOver = false;
  const callOff = setDeadline(readMs, fail);

  function fail(): void {
    if (isOver) return;
    isOver = true;
    callOff();
    context.log.warn(
      { requestId, channelId: String(candidate.channel.id), upstreamStatus },
      'upstream refused',
    );
    const body = Buffer.concat(chunks);
    witness?.refused(upstreamStatus, body);
    const judgement = judgeRefusal(status, headers, body, secrets);
    const isTokenOld =
      upstreamStatus === 401 && key !== undefined && context.accessTokens.refuse(key) === 'old';
    // The next request may be sent with it again; this one goes on with another credential.
    finish({ kind: 'failed', ...judgement, ...(isTokenOld && { blame: 'request' }) });
  }

  return {
    data(bytes) {
      if (isOver) return true;
      chunks.push(bytes);
      sizeBytes += bytes.length;
      if (sizeBytes > maxRefusalBytes) fail();
      return true;
    },
    end: fail,
    broken: fail,
  };
}
