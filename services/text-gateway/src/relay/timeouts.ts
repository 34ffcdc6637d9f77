import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Config } from '../config.ts';
import type { CallTimeouts } from '../upstream-call/call.ts';

/** How long the parts of an upstream call may take, and the whole answer. */
export interface Timeouts extends CallTimeouts {
  answerMs: number;
}

/** What a channel says itself, and the gateway's own word for the rest. */
export function timeoutsOf({ timeouts }: Channel, config: Config, ofImages = false): Timeouts {
  const firstByteMs = ofImages ? config.imageFirstByteTimeoutMs : config.firstByteTimeoutMs;
  return {
    connectMs: timeouts?.connectMs || config.connectTimeoutMs,
    firstByteMs: timeouts?.firstByteMs || firstByteMs,
    idleMs: timeouts?.idleMs || config.idleTimeoutMs,
    answerMs: timeouts?.answerMs || config.answerTimeoutMs,
  };
}
