import { expect, test } from 'vitest';
import type { Job } from './job.ts';
import { type Driver, observe, stageOf } from './stage.ts';

const words = ['queued', 'running'];

function jobOf(changes: Partial<Job> = {}): Job {
  return {
    ...{ id: 'j', vendor: 'v', key: 'k', model: 'm', prompt: 'p', echo: {}, createdMs: 1_000 },
    ...{ ending: 'succeeded', steps: 3, stepsTaken: 0, isHeld: false, endedMs: null },
    shape: { width: 1, height: 1, seconds: 1 },
    clientId: { requestId: null, attempt: null },
    ...changes,
  };
}

function seen(job: Job, driver: Driver, nowMs: number): string {
  const stage = observe(job, driver, nowMs);
  return stage.hasEnded ? 'ended' : `${stage.wordOf(words)} ${stage.progress}`;
}

test('each poll sees the next state, and the end stays', () => {
  const job = jobOf();
  const polls = [1, 2, 3, 4].map((at) => seen(job, { by: 'polls' }, at));
  expect(polls).toEqual(['queued 0', 'running 50', 'ended', 'ended']);
  expect(job.endedMs).toBe(3);
});

test('time moves a job where it is given time', () => {
  const job = jobOf();
  const times = [1_000, 1_060, 1_100].map((at) => seen(job, { by: 'time', totalMs: 100 }, at));
  expect(times).toEqual(['queued 0', 'running 50', 'ended']);
});

test('a job that is held moves only when it is moved', () => {
  const job = jobOf({ isHeld: true, stepsTaken: 1 });
  expect([1, 2, 3].map((at) => seen(job, { by: 'polls' }, at))).toEqual(['queued 0', 'queued 0', 'queued 0']);
  job.stepsTaken += 1;
  expect(seen(job, { by: 'time', totalMs: 1 }, 9_000)).toBe('running 50');
  job.stepsTaken += 1;
  expect(stageOf(job, { by: 'polls' }, 9_000).hasEnded).toBe(true);
});

test.each<Driver>([{ by: 'polls' }, { by: 'time', totalMs: 100 }])(
  'a job of one step has not ended before anybody asked or its time is over',
  (driver) => {
    const job = jobOf({ steps: 1 });
    expect(stageOf(job, driver, 1_000).hasEnded).toBe(false);
    expect(seen(job, driver, 1_100)).toBe('ended');
  },
);
