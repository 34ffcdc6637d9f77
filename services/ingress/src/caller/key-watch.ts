import type { GetKeyChangesResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Condition } from '@headgate/runtime/health';
import type { Log } from '@headgate/runtime/log';
import type { KeyCache } from './key-cache.ts';

export interface KeyWatch {
  /** Account announced that its keys are at this version. */
  announced(version: bigint): void;
  stop(): void;
}

export interface KeyWatchOptions {
  cache: KeyCache;
  getChanges: (afterVersion: bigint) => Promise<GetKeyChangesResponse>;
  /** Met once account has been reached. */
  condition: Condition;
  log: Log;
  now: () => number;
}

/** Account announces every 500 ms; after this much silence it is asked instead. */
const silenceMs = 2_000;
const pollMs = 1_000;
/** Before the first contact the process waits for nothing else. */
const firstPollMs = 200;

/** Keeps the cache of keys as new as account: pulls changes when they are announced, or by the clock. */
export function watchKeys({ cache, getChanges, condition, log, now }: KeyWatchOptions): KeyWatch {
  let announcedAt = Number.NEGATIVE_INFINITY;
  let isPulling = false;
  let isAnnouncedMeanwhile = false;
  let isBehind = true;
  let isReached = false;
  let timer: NodeJS.Timeout | undefined;

  async function pull(): Promise<void> {
    if (isPulling) return;
    isPulling = true;
    try {
      const changes = await getChanges(cache.version());
      cache.apply(changes);
      isBehind = false;
      if (!isReached) log.info({ keysVersion: Number(changes.version) }, 'account is reached');
      isReached = true;
      condition.set(true);
    } catch (error) {
      if (!isBehind) log.warn({ err: error }, 'account cannot be reached: cached keys go on for a while');
      isBehind = true;
    } finally {
      isPulling = false;
    }
    if (isAnnouncedMeanwhile) {
      isAnnouncedMeanwhile = false;
      void pull();
    }
  }

  function tick(): void {
    if (isBehind || now() - announcedAt >= silenceMs) void pull();
    timer = setTimeout(tick, isReached ? pollMs : firstPollMs);
  }
  tick();

  return {
    announced(version) {
      announcedAt = now();
      if (version === cache.version()) {
        cache.confirm();
        isBehind = false;
      } else {
        isBehind = true;
        isAnnouncedMeanwhile = isPulling;
        void pull();
      }
    },
    stop: () => clearTimeout(timer),
  };
}
