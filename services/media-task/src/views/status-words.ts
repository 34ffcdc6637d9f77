import type { State } from '../task/states.ts';

/** The words of each dialect for where a task stands: closed sets, which clients switch over. */
export const unifiedStatus = {
  intended: 'queued',
  held: 'queued',
  submitting: 'queued',
  queued: 'queued',
  running: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
} as const satisfies Record<State, string>;

export const klingStatus = {
  intended: 'submitted',
  held: 'submitted',
  submitting: 'submitted',
  queued: 'submitted',
  running: 'processing',
  succeeded: 'succeed',
  failed: 'failed',
} as const satisfies Record<State, string>;

export const videoStatus = {
  intended: 'queued',
  held: 'queued',
  submitting: 'queued',
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
} as const satisfies Record<State, string>;

/** Who sends a task of images waits for them: it is being made from then on, as far as anybody knows. */
export const imageStatus = { ...videoStatus, submitting: 'in_progress' } as const satisfies Record<
  State,
  string
>;

export const mjStatus = {
  intended: 'SUBMITTED',
  held: 'SUBMITTED',
  submitting: 'SUBMITTED',
  queued: 'SUBMITTED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
} as const satisfies Record<State, string>;
