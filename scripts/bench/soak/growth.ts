import { median } from '../table.ts';
import type { Held, Sample } from './samples.ts';

/** How what a process holds went on once it was warm, in bytes. */
export interface Growth {
  /** Medians of the second quarter of the time, and of the last. */
  residentBefore: number;
  residentAfter: number;
  /** What was in use at the end of both, when all garbage had just been collected; none where it was not. */
  heapBefore?: number;
  heapAfter?: number;
  externalBefore?: number;
  externalAfter?: number;
  /** Of the resident memory, from the second quarter on. */
  bytesPerHour: number;
  /** In words, what has grown; none of what stays flat. */
  grown: string[];
}

/** What a collector does at its own times comes to a few of each. */
const slackPart = 0.1;
const slackBytes = 8 * 1024 * 1024;
const hourMs = 3_600_000;

/** Judges one process by samples that are taken evenly over the whole time. */
export function growthOf(name: string, samples: readonly Sample[]): Growth {
  const points = samples.flatMap(({ atMs, held }) => {
    const of = held.get(name);
    return of ? [{ atMs, ...of }] : [];
  });
  const quarter = points.length / 4;
  const second = points.slice(Math.floor(quarter), Math.floor(2 * quarter));
  const third = points.slice(Math.floor(2 * quarter), Math.floor(3 * quarter));
  const last = points.slice(Math.floor(3 * quarter));
  const [before, after] = [second, last].map((quarter) => quarter.findLast(({ isCollected }) => isCollected));
  const resident = (of: readonly Held[]): number => median(of.map((held) => held.resident));
  const measured = {
    residentBefore: resident(second),
    residentAfter: resident(last),
    heapBefore: before?.heap,
    heapAfter: after?.heap,
    externalBefore: before?.external,
    externalAfter: after?.external,
  };
  const { residentBefore, residentAfter, heapBefore, heapAfter, externalBefore, externalAfter } = measured;
  const grown = [
    ...(isMore(residentBefore, residentAfter) && isStillMore(resident(third), residentAfter)
      ? ['resident']
      : []),
    ...(isMore(heapBefore, heapAfter) ? ['heap'] : []),
    ...(isMore(externalBefore, externalAfter) ? ['external'] : []),
  ];
  return { ...measured, bytesPerHour: slopeOf(points.slice(Math.floor(quarter))) * hourMs, grown };
}

function isMore(before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return after > before * (1 + slackPart) && after > before + slackBytes;
}

/**
 * Collector and allocator take room by tens of megabytes at once, and keep it: a step is no growth. What leaks comes in every
 * quarter, at least half of what is too much of two.
 */
function isStillMore(before: number, after: number): boolean {
  return after > before * (1 + slackPart / 2) || after > before + slackBytes / 2;
}

/** Bytes a millisecond, by least squares. */
function slopeOf(points: readonly { atMs: number; resident: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMs = mean(points.map((point) => point.atMs));
  const resident = mean(points.map((point) => point.resident));
  const above = points.reduce((sum, point) => sum + (point.atMs - atMs) * (point.resident - resident), 0);
  const below = points.reduce((sum, point) => sum + (point.atMs - atMs) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
