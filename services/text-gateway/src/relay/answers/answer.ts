import type { Head, Header, Tail } from '@headgate/proto/gen/headgate/text/v1/text';
import { createGone, type Gone } from '../../gone.ts';

/** The way back to the client, through ingress. */
export interface Answer {
  /** Aborted when the client has gone: from then on nothing that is sent arrives. */
  gone: Gone;
  /** Its head leaves with its first frame, and nothing does before. */
  waitsForFrame?: true;
  hasBegun(): boolean;
  /**
   * Begins the answer. `brokenFrame` is what the client of a stream gets where it fails from here on, or this process dies; it is empty
   * of an answer in one piece. `inPieces` says of another that it is sent while it is being made: ingress waits for no second piece.
   */
  head(status: number, headers: Header[], brokenFrame: Buffer, inPieces?: boolean): void;
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
  return new LineAnswer(line);
}

/** A class: each open stream has one, and thirteen functions of its own would be 0.7 KB. */
class LineAnswer implements CarriedAnswer {
  readonly #line: AnswerLine;
  readonly #source = createGone();
  #kept: Buffer[] = [];
  #credit = 0;
  #hasBegun = false;
  #isStream = false;
  #hasMoved = true;
  #isOver = false;
  #hasLeft = false;
  #tail: bigint | undefined = undefined;
  #drained = nothing;
  #began = nothing;
  #over = nothing;

  constructor(line: AnswerLine) {
    this.#line = line;
  }

  get gone(): Gone {
    return this.#source.gone;
  }

  hasBegun(): boolean {
    return this.#hasBegun;
  }

  head(status: number, headers: Header[], brokenFrame: Buffer, inPieces = false): void {
    this.#hasBegun = true;
    this.#isStream = brokenFrame.length > 0;
    if (!this.#isOver) this.#line.head({ status, headers, brokenFrame, inPieces });
    this.#began();
  }

  data(bytes: Buffer): boolean {
    if (this.#isOver) return true;
    this.#hasMoved = true;
    if (bytes.length > 0) this.#kept.push(bytes);
    this.#flush();
    return this.#kept.length === 0;
  }

  beat(sign: Buffer): void {
    const isQuiet = !this.#hasMoved;
    this.#hasMoved = false;
    if (!isQuiet || !this.#isStream || this.#isOver || this.#tail !== undefined) return;
    // A client that has not taken what there is needs no sign, and must not gather them.
    if (this.#credit < sign.length) return;
    this.#credit -= sign.length;
    this.#line.data(sign);
  }

  end(tokens: bigint): void {
    this.#tail = tokens;
    if (this.#hasLeft) this.#line.left?.({ tokens });
    else this.#flush();
  }

  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#line.refuse(error);
    this.#over();
  }

  whenBegun(run: () => void): void {
    this.#began = run;
  }

  onDrain(resume: () => void): void {
    this.#drained = resume;
  }

  whenOver(run: () => void): void {
    if (this.#isOver) run();
    else this.#over = run;
  }

  addCredit(bytes: number): void {
    this.#credit += bytes;
    const wasKept = this.#kept.length > 0;
    this.#flush();
    if (wasKept && this.#kept.length === 0) this.#drained();
  }

  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hasLeft = true;
    this.#kept = [];
    if (this.#tail !== undefined) this.#line.left?.({ tokens: this.#tail });
    this.#source.leave();
    this.#over();
  }

  /** Sends what is kept as far as the credit reaches. */
  #flush(): void {
    while (this.#credit > 0) {
      const next = this.#kept[0];
      if (!next) break;
      const size = Math.min(next.length, this.#credit, maxFrameBytes);
      if (size === next.length) this.#kept.shift();
      else this.#kept[0] = next.subarray(size);
      this.#credit -= size;
      this.#line.data(size === next.length ? next : next.subarray(0, size));
    }
    if (this.#kept.length > 0 || this.#tail === undefined || this.#isOver) return;
    this.#isOver = true;
    this.#line.tail({ tokens: this.#tail });
    this.#over();
  }
}

function nothing(): void {}
