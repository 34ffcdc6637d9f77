import { createTally, type Say, type Tally } from './tally.ts';

/** Reads what a frame, or a whole answer, of one dialect says. Takes any JSON. */
export type ReadSaid = (answer: unknown, say: Say) => void;

/** Hears what the frames of a stream say, for the case that the upstream does not count it itself. */
export interface FrameHearing {
  hear(data: Buffer): void;
  /** The upstream has counted everything until now. */
  clear(): void;
  /** What was said since. */
  tally(): Tally;
}

/** Frames are kept this far before they are read, for most streams end with their usage and are never read here. */
const keptBytes = 8 * 1024;

/** So many loads of frames are read, all of them; of those that follow, which are alike, one of four. */
const loadsRead = 4;
const loadsPerRead = 4;

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
  let kept: Buffer | undefined;
  let ends: number[] = [];
  let loads = 0;
  /** What the load that was read last said, by its bytes. */
  let rate = { visible: 0, reasoning: 0 };

  function read(frame: string): void {
    try {
      readSaid(JSON.parse(frame), tally.say);
    } catch {
      // What passes is not always JSON; then it says nothing.
    }
  }

  function readKept(): void {
    const before = tally.sizes();
    let start = 0;
    for (const end of ends) {
      if (kept) read(kept.toString('utf8', start, end));
      start = end;
    }
    const after = tally.sizes();
    if (start > 0)
      rate = {
        visible: (after.visible - before.visible) / start,
        reasoning: (after.reasoning - before.reasoning) / start,
      };
    ends = [];
  }

  function unload(): void {
    loads += 1;
    if (loads <= loadsRead || loads % loadsPerRead === 0) readKept();
    else assumeKept();
  }

  function assumeKept(): void {
    const sizeBytes = ends.at(-1) ?? 0;
    tally.assume('visible', Math.round(rate.visible * sizeBytes));
    tally.assume('reasoning', Math.round(rate.reasoning * sizeBytes));
    ends = [];
  }

  return {
    hear(data) {
      if (data[0] !== openBrace) return;
      if (data.length > keptBytes) return read(data.toString('utf8'));
      let at = ends.at(-1) ?? 0;
      if (at + data.length > keptBytes) {
        unload();
        at = 0;
      }
      kept ??= Buffer.allocUnsafeSlow(keptBytes);
      data.copy(kept, at);
      ends.push(at + data.length);
    },
    clear() {
      ends = [];
      tally.clear();
    },
    tally() {
      readKept();
      return tally;
    },
  };
}
