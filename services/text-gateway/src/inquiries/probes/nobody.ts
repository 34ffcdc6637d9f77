import type { Answer } from '../../relay/answers/answer.ts';
import type { Settlement } from '../../relay/bills/settle.ts';

/** Takes an answer that nobody reads; `failed` is told when it breaks off. */
export function createNobody(gone: AbortSignal, failed: () => void): Answer {
  let hasBegun = false;
  return {
    gone,
    hasBegun: () => hasBegun,
    head: () => {
      hasBegun = true;
    },
    data: () => true,
    beat: () => undefined,
    end: () => undefined,
    fail: failed,
    onDrain: () => undefined,
    whenOver: (run) => run(),
  };
}

/** The books of a request that nobody is billed for: no record is opened, none is closed. */
export const noBooks: Settlement = {
  attempt: () => undefined,
  firstByte: () => undefined,
  settle: () => 0n,
  fail: () => undefined,
  used: () => undefined,
};
