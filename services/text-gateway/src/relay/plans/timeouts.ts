import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Config } from '../../config.ts';
import type { CallTimeouts } from '../../upstream-call/call.ts';

/** How long the parts of an upstream call may take, and the whole answer. */
export interface Timeouts extends CallTimeouts {
  answerMs: number;
}

/** What an answer is: of images, or in one piece, nothing comes before it is made. */
export interface AnswerShape {
  ofImages: boolean;
  isStream: boolean;
}

/** What a channel says itself, and the gateway's own word for the rest. */
export function timeoutsOf({ timeouts }: Channel, config: Config, shape: AnswerShape): Timeouts {
  return {
    connectMs: timeouts?.connectMs || config.connectTimeoutMs,
    firstByteMs: timeouts?.firstByteMs || firstByteOf(shape, config),
    idleMs: timeouts?.idleMs || config.idleTimeoutMs,
    answerMs: timeouts?.answerMs || config.answerTimeoutMs,
  };
}

function firstByteOf({ ofImages, isStream }: AnswerShape, config: Config): number {
  if (ofImages) return config.imageFirstByteTimeoutMs;
  return isStream ? config.firstByteTimeoutMs : config.wholeFirstByteTimeoutMs;
}
