import { createTally, type Say, type Tally } from './tally.ts';

/** Reads what a frame, or a whole answer, of one dialect says. Takes any JSON. The frames of a stream share what is known of it. */
export type ReadSaid = (answer: unknown, say: Say, stream?: StreamSoFar) => void;

export interface StreamSoFar {
  /** Pieces have come, behind which some say the whole once more. */
  hasPieces: boolean;
}

/** Hears what the frames of a stream say, for the case that the upstream does not count it itself. */
export interface FrameHearing {
  hear(data: Buffer): void;
  /** The upstream has counted everything until now. */
  clear(): void;
  /** What was said since. */
  tally(): Tally;
}

/** The first frames are kept this far, and read when more follow or it is asked what they say: short streams end with usage. */
const keptBytes = 2 * 1024;

/** So much of what follows is read whole: a short answer is counted to the word. */
const readBytes = 16 * 1024;

/** Of the frames after that, one of so many is read for all of them. A prime: what alternates must not fall in step with it. */
const framesPerRead = 7;

const openBrace = 0x7b;

/** What a whole answer says. What passes is not always JSON; then it says nothing. */
export function hearWhole(readSaid: ReadSaid, body: Buffer): Tally {
  const tally = createTally();
  try {
    readSaid(JSON.parse(body.toString('utf8')), tally.say);
  } catch {
    tally.clear();
  }
  return tally;
}

/** Frames are copied: one that is kept would hold on to everything that arrived with it. */
export function hearFrames(readSaid: ReadSaid): FrameHearing {
  const tally = createTally();
  const kept = createKeptFrames();
  const stream: StreamSoFar = { hasPieces: false };
  let isBeyondKept = false;
  let readLeft = readBytes;
  let passed = { frames: 0, bytes: 0 };
  /** What was said by the frame that was read last, or by those that were kept, by its bytes. */
  let rate: Rate | undefined;

  function read(frame: string): void {
    try {
      readSaid(JSON.parse(frame), tally.say, stream);
    } catch {
      // What passes is not always JSON; then it says nothing.
    }
  }

  function rateOf(sizeBytes: number, readAll: () => void): Rate {
    const before = tally.sizes();
    readAll();
    const after = tally.sizes();
    return {
      visible: (after.visible - before.visible) / sizeBytes,
      reasoning: (after.reasoning - before.reasoning) / sizeBytes,
    };
  }

  function readKept(): void {
    const { frames, sizeBytes } = kept.take();
    if (frames.length > 0) rate = rateOf(sizeBytes, () => frames.forEach(read));
  }

  /** Those that passed unread said what was said at this rate. */
  function assumePassed({ visible, reasoning }: Rate): void {
    if (passed.frames === 0) return;
    tally.assume('visible', Math.round(visible * passed.bytes));
    tally.assume('reasoning', Math.round(reasoning * passed.bytes));
    passed = { frames: 0, bytes: 0 };
  }

  return {
    hear(data) {
      if (data[0] !== openBrace) return;
      // What is as large may say a whole answer.
      if (data.length > keptBytes) {
        // In their order: what it says may have been said by those.
        readKept();
        return read(data.toString('utf8'));
      }
      if (!isBeyondKept && kept.keep(data)) return;
      if (!isBeyondKept) readKept();
      isBeyondKept = true;
      if (readLeft <= 0 && passed.frames + 1 < framesPerRead) {
        passed.frames += 1;
        passed.bytes += data.length;
        return;
      }
      readLeft -= data.length;
      rate = rateOf(data.length, () => read(data.toString('utf8')));
      assumePassed(rate);
    },
    clear() {
      kept.clear();
      isBeyondKept = false;
      readLeft = readBytes;
      passed = { frames: 0, bytes: 0 };
      rate = undefined;
      tally.clear();
    },
    tally() {
      readKept();
      if (rate) assumePassed(rate);
      return tally;
    },
  };
}

/** Bytes said by each byte of frames. */
interface Rate {
  visible: number;
  reasoning: number;
}

/** Copies of frames, in one buffer. */
function createKeptFrames() {
  let bytes: Buffer | undefined;
  let ends: number[] = [];
  return {
    /** False when there is no room. */
    keep(frame: Buffer): boolean {
      const at = ends.at(-1) ?? 0;
      const end = at + frame.length;
      if (end > keptBytes) return false;
      bytes ??= Buffer.allocUnsafeSlow(keptBytes);
      frame.copy(bytes, at);
      ends.push(end);
      return true;
    },
    take(): { frames: string[]; sizeBytes: number } {
      const frames = ends.map((end, at) => bytes?.toString('utf8', ends[at - 1] ?? 0, end) ?? '');
      const sizeBytes = ends.at(-1) ?? 0;
      ends = [];
      // An open stream holds no room that it needs no more.
      bytes = undefined;
      return { frames, sizeBytes };
    },
    clear() {
      ends = [];
    },
  };
}
