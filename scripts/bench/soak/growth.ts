import { median } from '../table.ts';
import type { Held, Sample } from './samples.ts';

/** How what a process holds went on once it was warm, in bytes. */
export interface Growth {
  /** Medians of the second quarter of the time, and of the last. */
  residentBefore: number;
  residentAfter: number;
  /** The least in both: what is left when garbage was just collected, be it before the last quarter where that saw no collection. */
  heapBefore: number;
  heapAfter: number;
  externalBefore: number;
  externalAfter: number;
  /** Of the resident memory, from the second quarter on. */
  bytesPerHour: number;
  /** In words, what has grown; none of what stays flat. */
  grown: string[];
}

/** What a collector does at its own times comes to a few of each. */
const slackPart = 0.1;
const slackBytes = 8 * 1024 * 1024;
/** Of the heap, what falls at once when all garbage is collected. */
const collectedPart = 0.2;
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
  const lastBegin = Math.floor(3 * quarter);
  const last = points.slice(lastBegin);
  const sinceCollection = points.slice(collectionBegin(points, { half: Math.floor(2 * quarter), lastBegin }));
  const least = (of: readonly Held[], what: 'heap' | 'external'): number =>
    Math.min(...of.flatMap((held) => held[what] ?? []));
  const resident = (of: readonly Held[]): number => median(of.map((held) => held.resident));
  const measured = {
    residentBefore: resident(second),
    residentAfter: resident(last),
    heapBefore: least(second, 'heap'),
    heapAfter: least(sinceCollection, 'heap'),
    externalBefore: least(second, 'external'),
    externalAfter: least(sinceCollection, 'external'),
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

/** A process that does little collects its garbage less often than once in a quarter of the time. */
function lastCollection(points: readonly Held[]): number {
  return points.findLastIndex(({ heap = 0 }, at) => heap < (points[at - 1]?.heap ?? 0) * (1 - collectedPart));
}

/** Where the last quarter begins, or the last collection where the third had it; one before that tells nothing of what came since. */
function collectionBegin(
  points: readonly Held[],
  { half, lastBegin }: { half: number; lastBegin: number },
): number {
  const at = lastCollection(points);
  return at < half ? lastBegin : Math.min(lastBegin, at);
}

function isMore(before: number, after: number): boolean {
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
