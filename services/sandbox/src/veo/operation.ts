import type { JsonRecord } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import type { Service } from './service.ts';

/** An operation that has not ended says nothing at first, then that it is not done. */
export const states = 2;

/** A job as an operation; its name is what the vendor echoes. */
export function operationJson(service: Service, call: MediaCall, job: Job, stage: Stage): JsonRecord {
  const { echo } = job;
  if (!stage.hasEnded) return stage.progress === 0 ? echo : { ...echo, done: false };
  switch (job.ending) {
    case 'succeeded':
    case 'empty':
      return { ...echo, done: true, response: service.result(call, job) };
    case 'moderated': {
      const reasons = ["We encountered an issue with the audio for your prompt. You haven't been charged."];
      const response = service.filtered({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: reasons });
      return { ...echo, done: true, response };
    }
    case 'cancelled':
      return { ...echo, done: true, error: { code: 1, message: 'The operation was cancelled.' } };
    case 'expired':
      return { ...echo, done: true, error: { code: 4, message: 'The operation timed out.' } };
    case 'failed':
      return { ...echo, done: true, error: { code: 13, message: 'Internal error. Please try again later.' } };
  }
}
