import { describeBreak } from '../../upstream-call/describe-break.ts';
import type { Attempt } from './attempt.ts';

/** Says in the log that an upstream call, or its answer, came to nothing: of which request and channel, and as much of why as may be said. */
export function logBreak(
  { context, requestId, candidate }: Pick<Attempt, 'candidate' | 'context' | 'requestId'>,
  cause: unknown,
  message: string,
): void {
  const channelId = String(candidate.channel.id);
  context.log.warn({ ...describeBreak(cause), requestId, channelId }, message);
}
