import type { ReplyEvent } from '../canon/events.ts';

/** Follows the events of one answer; throws a GrammarError at the first that has no place where it stands. */
export interface Grammar {
  see(event: ReplyEvent): void;
  /** Throws when the answer is not over. */
  end(): void;
}

export class GrammarError extends Error {}

/** Start first, deltas only inside their block, every block ended, exactly one end, nothing after it. */
export function createGrammar(): Grammar {
  const open = new Set<number>();
  const sealed = new Set<number>();
  let begun = 0;
  let state: 'before' | 'within' | 'over' = 'before';

  function expect(isTrue: boolean, problem: string): void {
    if (!isTrue) throw new GrammarError(problem);
  }

  return {
    see(event) {
      expect(state !== 'over', `${event.kind} came after the end`);
      if (event.kind === 'fault') {
        state = 'over';
        return;
      }
      if (event.kind === 'reply-start') {
        expect(state === 'before', 'The answer begins twice');
        state = 'within';
        return;
      }
      expect(state === 'within', `${event.kind} came before the beginning`);
      switch (event.kind) {
        case 'block-start':
          expect(event.index === begun, `Block ${event.index} begins where block ${begun} is due`);
          begun += 1;
          open.add(event.index);
          return;
        case 'block-delta':
          expect(open.has(event.index), `Block ${event.index} goes on and is not open`);
          expect(!sealed.has(event.index), `Block ${event.index} goes on behind its seal`);
          return;
        case 'block-seal':
          expect(open.has(event.index), `Block ${event.index} is sealed and is not open`);
          expect(!sealed.has(event.index), `Block ${event.index} is sealed twice`);
          sealed.add(event.index);
          return;
        case 'block-end':
          expect(open.delete(event.index), `Block ${event.index} ends and is not open`);
          return;
        case 'usage':
          return;
        case 'reply-end':
          expect(open.size === 0, `The answer ends while block ${[...open]} is open`);
          state = 'over';
          return;
        default:
          event satisfies never;
      }
    },
    end() {
      expect(state === 'over', 'The answer has no end');
    },
  };
}
