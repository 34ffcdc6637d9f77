import type { Job } from './job.ts';

/** Where a job is. */
export interface Stage {
  hasEnded: boolean;
  /** Of the way to the end, 0 to 100; 100 exactly at the end. */
  progress: number;
  /** Of the vendor's words for a job that has not ended, the one that is due. */
  wordOf(words: readonly string[]): string;
}

/** What moves a job: polls, one step each, or time. */
export type Driver = { by: 'polls' } | { by: 'time'; totalMs: number };

/** Where a job is, without moving it. */
export function stageOf(job: Job, driver: Driver, nowMs: number): Stage {
  const taken = Math.min(job.steps, Math.max(job.stepsTaken, stepsByTime(job, driver, nowMs)));
  const hasEnded = taken >= job.steps;
  if (hasEnded) job.endedMs ??= nowMs;
  // The first step leads to where the job was made: its first state.
  const share = Math.max(0, taken - 1) / Math.max(1, job.steps - 1);
  return {
    hasEnded,
    progress: hasEnded ? 100 : Math.floor(share * 100),
    wordOf: (words) => words[Math.min(words.length - 1, Math.floor(share * words.length))] ?? '',
  };
}

/** Where a job is for one who asks; asking moves it on where polls do. */
export function observe(job: Job, driver: Driver, nowMs: number): Stage {
  if (driver.by === 'polls' && !job.isHeld && job.stepsTaken < job.steps) job.stepsTaken += 1;
  return stageOf(job, driver, nowMs);
}

function stepsByTime(job: Job, driver: Driver, nowMs: number): number {
  if (driver.by === 'polls' || job.isHeld) return 0;
  const share = (nowMs - job.createdMs) / driver.totalMs;
  return share >= 1 ? job.steps : Math.min(job.steps - 1, 1 + Math.floor(share * (job.steps - 1)));
}
