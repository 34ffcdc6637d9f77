import type { ReplyEvent } from '../canon/events.ts';
import { outputOf } from '../canon/usage.ts';
import { createTally, type Tally } from './tally.ts';

/** Hears what the events of an answer say, since the upstream last counted it itself. */
export interface EventHearing {
  hear(event: ReplyEvent): void;
  tally: Tally;
}

export function hearEvents(): EventHearing {
  const tally = createTally();
  const kinds: ('visible' | 'reasoning')[] = [];
  return {
    tally,
    hear(event) {
      switch (event.kind) {
        case 'block-start':
          kinds[event.index] = event.block.kind === 'reasoning' ? 'reasoning' : 'visible';
          if (event.block.kind === 'picture') tally.say('image', '');
          if (event.block.kind === 'tool-call') tally.say('visible', event.block.name);
          return;
        case 'block-delta':
          return tally.say(kinds[event.index] ?? 'visible', event.text);
        case 'usage':
          if (outputOf(event.usage) > 0) tally.clear();
          return;
        case 'reply-start':
        case 'block-seal':
        case 'block-end':
        case 'reply-end':
        case 'fault':
          return;
        default:
          event satisfies never;
      }
    },
  };
}
