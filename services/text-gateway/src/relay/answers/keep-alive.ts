import { createSlots } from '@headgate/runtime/slots';
import type { Answer } from './answer.ts';

/** Tells the clients of streams that say nothing for a while that they are still served. */
export interface KeepAlive {
  /** Keeps one answer alive, with a frame of its dialect, until the function that it gives is called. */
  watch(answer: Answer, sign: Buffer): () => void;
  stop(): void;
}

/**
 * One timer for all streams, and nothing per event but a mark: it comes twice within the interval, so that a sign follows
 * silence of half the interval at least, and of the whole at most.
 */
export function startKeepAlive(intervalMs: number): KeepAlive {
  const watched = createSlots<{ answer: Answer; sign: Buffer }>();
  const timer = setInterval(
    () => {
      for (const { answer, sign } of watched) answer.beat(sign);
    },
    Math.max(1, intervalMs / 2),
  );
  timer.unref();
  return {
    watch(answer, sign) {
      const place = watched.add({ answer, sign });
      return () => watched.remove(place);
    },
    stop: () => clearInterval(timer),
  };
}
