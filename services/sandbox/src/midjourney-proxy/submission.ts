import type { JsonRecord } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import type { SubmitResult } from './submit-result.ts';

/** What a request wants made. */
export interface Submission {
  action: string;
  prompt: string;
  description: string;
  /** The task that it goes on from, and which of its pictures. */
  parent?: Job;
  index?: number;
  customId?: string;
  /** It waits until a window is filled in. */
  needsModal?: boolean;
  /** Pictures side by side, for films how many there are. */
  batchSize?: number;
}

/** What a request may go on from. */
export interface Known {
  find(id: unknown): Job | null;
  hasSucceeded(job: Job): boolean;
}

export type ReadSubmission = (body: JsonRecord, known: Known) => Submission | { problem: SubmitResult };

export function problem(problem: SubmitResult): { problem: SubmitResult } {
  return { problem };
}

/** The task to go on from, when it has succeeded. */
export function parentOf(
  id: unknown,
  known: Known,
  noTask: SubmitResult,
  wrong: SubmitResult,
): Job | { problem: SubmitResult } {
  const job = known.find(id);
  if (!job) return problem(noTask);
  return known.hasSucceeded(job) ? job : problem(wrong);
}
