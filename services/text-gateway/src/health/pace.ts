/** How a lane (a channel, and what it calls the model) has served lately. */
export interface PaceReading {
  /** Calls that ended, the older the less they count. */
  calls: number;
  failedShare: number;
  /** Answers whose beginning was waited for, the older the less they count. */
  answers: number;
  /** Mean time to the first byte of those answers. */
  firstByteMs: number;
}

/** Remembers times to the first byte and failures, apart for streams and whole answers, whose times do not compare. */
export interface Pace {
  began(lane: string, isStream: boolean, firstByteMs: number): void;
  /** A client left before the answer began: it took at least so long. */
  leftWaiting(lane: string, isStream: boolean, waitedMs: number): void;
  ended(lane: string, isStream: boolean, isFailed: boolean): void;
  read(lane: string, isStream: boolean): PaceReading;
}

interface Seen {
  atMs: number;
  calls: number;
  failures: number;
  answers: number;
  waitedMs: number;
}

/** After this time, what was seen counts for 1/e. What is not called any more is soon like new. */
const fadeMs = 60_000;

/** Lanes that are remembered, at most, of each kind. Beyond it the oldest is forgotten. */
const maxLanes = 10_000;

const unknown: PaceReading = { calls: 0, failedShare: 0, answers: 0, firstByteMs: 0 };

/** @param now monotonic milliseconds. */
export function createPace(now: () => number): Pace {
  const wholes = new Map<string, Seen>();
  const streams = new Map<string, Seen>();

  function write(lane: string, isStream: boolean): Seen {
    const records = isStream ? streams : wholes;
    const nowMs = now();
    const found = records.get(lane);
    if (found) {
      fade(found, nowMs);
      return found;
    }
    const record = { atMs: nowMs, calls: 0, failures: 0, answers: 0, waitedMs: 0 };
    records.set(lane, record);
    const [oldest] = records.keys();
    if (records.size > maxLanes && oldest !== undefined) records.delete(oldest);
    return record;
  }

  return {
    began(lane, isStream, firstByteMs) {
      const record = write(lane, isStream);
      record.answers += 1;
      record.waitedMs += firstByteMs;
    },
    leftWaiting(lane, isStream, waitedMs) {
      const record = write(lane, isStream);
      // A shorter wait says nothing: the answer might have come in its usual time.
      if (waitedMs * record.answers <= record.waitedMs) return;
      record.answers += 1;
      record.waitedMs += waitedMs;
    },
    ended(lane, isStream, isFailed) {
      const record = write(lane, isStream);
      record.calls += 1;
      if (isFailed) record.failures += 1;
    },
    read(lane, isStream) {
      const record = (isStream ? streams : wholes).get(lane);
      if (!record) return unknown;
      const { calls, failures, answers, waitedMs } = record;
      const kept = keptAfter(now() - record.atMs);
      return {
        calls: calls * kept,
        failedShare: calls === 0 ? 0 : failures / calls,
        answers: answers * kept,
        firstByteMs: answers === 0 ? 0 : waitedMs / answers,
      };
    },
  };
}

function keptAfter(passedMs: number): number {
  return Math.exp(-passedMs / fadeMs);
}

function fade(record: Seen, nowMs: number): void {
  const kept = keptAfter(nowMs - record.atMs);
  record.atMs = nowMs;
  record.calls *= kept;
  record.failures *= kept;
  record.answers *= kept;
  record.waitedMs *= kept;
}
