import type { Head, Header, Tail } from '@headgate/proto/gen/headgate/text/v1/text';
import { createGone, type Gone } from '../gone.ts';

/** The way back to the client, through ingress. */
export interface Answer {
  /** Aborted when the client has gone: from then on nothing that is sent arrives. */
  gone: Gone;
  hasBegun(): boolean;
  /**
   * Begins the answer. `brokenFrame` is what the client of a stream gets where it fails from here on, or this process dies; it is empty
   * of an answer in one piece.
   */
  head(status: number, headers: Header[], brokenFrame: Buffer): void;
  /** Sends bytes, or keeps them until the client takes more; false means: hold back what you can until `onDrain`. */
  data(bytes: Buffer): boolean;
  /** Sends a sign of life, unless the answer is no stream that has begun, is over, or moved since the last time this was asked. */
  beat(sign: Buffer): void;
  /** Completes the answer; of one whose client has left, says what it used. */
  end(tokens: bigint): void;
  /** Ends the answer with an error: before the head a refusal; after it ingress sends `brokenFrame`, or cuts the connection. */
  fail(error: unknown): void;
  /** Sets what to call when everything that was kept has left. */
  onDrain(resume: () => void): void;
  /** Calls once nothing of it is kept any more: all has left, it was refused, or the client has gone. */
  whenOver(run: () => void): void;
}

/** An answer as the line that carries it sees it. */
export interface CarriedAnswer extends Answer {
  /** Calls when it begins: from then on nobody else is asked. */
  whenBegun(run: () => void): void;
  addCredit(bytes: number): void;
  /** The client has gone, or the line has. */
  leave(): void;
}

/** What carries the frames of an answer: head, data, and one tail or refusal at the end. */
export interface AnswerLine {
  head(head: Head): void;
  data(bytes: Buffer): void;
  tail(tail: Tail): void;
  refuse(error: unknown): void;
  /** Says what was used until the client left, where the line still carries that. */
  left?(tail: Tail): void;
}

/** Large pieces are cut, so that none takes the connection for long. */
const maxFrameBytes = 64 * 1024;

export function createAnswer(line: AnswerLine): CarriedAnswer {
  const { gone, leave } = createGone();
  const kept: Buffer[] = [];
  let credit = 0;
  let begun = false;
  let isStream = false;
  let hasMoved = true;
  let isOver = false;
  let hasLeft = false;
  let tail: bigint | undefined;
  let drained = (): void => {};
  let began = (): void => {};
  let over = (): void => {};

  /** Sends what is kept as far as the credit reaches. */
  function flush(): void {
    while (credit > 0) {
      const next = kept[0];
      if (!next) break;
      const size = Math.min(next.length, credit, maxFrameBytes);
      if (size === next.length) kept.shift();
      else kept[0] = next.subarray(size);
      credit -= size;
      line.data(size === next.length ? next : next.subarray(0, size));
    }
    if (kept.length > 0 || tail === undefined || isOver) return;
    isOver = true;
    line.tail({ tokens: tail });
    over();
  }

  return {
    gone,
    hasBegun: () => begun,
    head(status, headers, brokenFrame) {
      begun = true;
      isStream = brokenFrame.length > 0;
      if (!isOver) line.head({ status, headers, brokenFrame });
      began();
    },
    data(bytes) {
      if (isOver) return true;
      hasMoved = true;
      if (bytes.length > 0) kept.push(bytes);
      flush();
      return kept.length === 0;
    },
    beat(sign) {
      const isQuiet = !hasMoved;
      hasMoved = false;
      if (!isQuiet || !isStream || isOver || tail !== undefined) return;
      // A client that has not taken what there is needs no sign, and must not gather them.
      if (credit < sign.length) return;
      credit -= sign.length;
      line.data(sign);
    },
    end(tokens) {
      tail = tokens;
      if (hasLeft) return line.left?.({ tokens });
      flush();
    },
    fail(error) {
      if (isOver) return;
      isOver = true;
      line.refuse(error);
      over();
    },
    whenBegun(run) {
      began = run;
    },
    onDrain(resume) {
      drained = resume;
    },
    whenOver(run) {
      if (isOver) run();
      else over = run;
    },
    addCredit(bytes) {
      credit += bytes;
      const wasKept = kept.length > 0;
      flush();
      if (wasKept && kept.length === 0) drained();
    },
    leave() {
      if (isOver) return;
      isOver = true;
      hasLeft = true;
      kept.length = 0;
      if (tail !== undefined) line.left?.({ tokens: tail });
      leave();
      over();
    },
  };
}
