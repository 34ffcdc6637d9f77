import type { PaceReading } from './pace.ts';

/** A channel this much slower than the best of its level is not called slow: times vary with what is asked. */
const slackFactor = 1.5;

/** Every channel keeps this much of its weight, so that what has recovered is found out. */
const leastKept = 0.05;

/** So many calls are as good as what is assumed of an unknown channel: that it is sound and quick. */
const assumedCalls = 5;

/** Fewer answers do not make the best of a level. */
const answersOfTheBest = 3;

/**
 * How much of their weights the channels of one level keep, in (0, 1], after what was seen of them lately: less
 * for one that is slow beside the best, less for one that fails. The fewer calls were seen, the less it matters.
 */
export function keptOf(level: readonly PaceReading[]): number[] {
  const best = level.reduce(
    (least, { answers, firstByteMs }) => (answers >= answersOfTheBest ? Math.min(least, firstByteMs) : least),
    Number.POSITIVE_INFINITY,
  );
  return level.map(({ calls, failedShare, answers, firstByteMs }) => {
    const speed = Math.min(1, (best * slackFactor) / firstByteMs);
    const slowness = firstByteMs === 0 || best === Number.POSITIVE_INFINITY ? 0 : 1 - speed;
    const kept = (1 - slowness * confidence(answers)) * (1 - failedShare * confidence(calls));
    return Math.max(leastKept, kept);
  });
}

function confidence(seen: number): number {
  return seen / (seen + assumedCalls);
}
