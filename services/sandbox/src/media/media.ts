import { createMediaFaultScript, type MediaFaultScript } from './faults/fault-script.ts';
import type { Job } from './jobs/job.ts';
import { createJobStore, type JobStore } from './jobs/job-store.ts';
import { type Driver, observe, type Stage, stageOf } from './jobs/stage.ts';
import { createMediaLog, type MediaLog } from './media-log.ts';

/** What all vendors of pictures and films share in one sandbox. */
export interface Media {
  jobs: JobStore;
  faults: MediaFaultScript;
  log: MediaLog;
  /** Milliseconds since 1970 by the sandbox's clock, which tests can set forward. */
  now(): number;
  setForward(ms: number): void;
  /** Where a job is for one who asks about it. */
  observe(job: Job): Stage;
  /** Where a job is, without moving it. */
  stageOf(job: Job): Stage;
}

/** `totalMs` is how long every job takes; 0 lets it go on with each poll. */
export function createMedia(totalMs: number): Media {
  const driver: Driver = totalMs === 0 ? { by: 'polls' } : { by: 'time', totalMs };
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  return {
    jobs: createJobStore(),
    faults: createMediaFaultScript(),
    log: createMediaLog(),
    now,
    setForward(ms) {
      aheadMs += ms;
    },
    observe: (job) => observe(job, driver, now()),
    stageOf: (job) => stageOf(job, driver, now()),
  };
}
