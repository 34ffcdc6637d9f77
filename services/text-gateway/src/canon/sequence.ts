import type { ReplyEvent } from './events.ts';

/** Puts blocks that are open at the same time one behind the other, for dialects that know one at a time. */
export interface Sequence {
  push(event: ReplyEvent): ReplyEvent[];
}

type BlockEvent = Extract<ReplyEvent, { index: number }>;

/** Events of later blocks wait until those before them have ended. Their order within a block stays. */
export function createSequence(): Sequence {
  /** The block whose events pass; all before it have ended. */
  let current = 0;
  const waiting = new Map<number, BlockEvent[]>();

  function pass(event: BlockEvent): BlockEvent[] {
    const passed = [event];
    // It grows while it is walked: each end lets the next block pass, which may have ended, too.
    for (const { kind } of passed) {
      if (kind !== 'block-end') continue;
      current += 1;
      for (const waited of waiting.get(current) ?? []) passed.push(waited);
      waiting.delete(current);
    }
    return passed;
  }

  return {
    push(event) {
      if (!('index' in event)) return [event];
      if (event.index === current) return pass(event);
      const behind = waiting.get(event.index);
      if (behind) behind.push(event);
      else waiting.set(event.index, [event]);
      return [];
    },
  };
}
