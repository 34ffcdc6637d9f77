import { isRecord } from '../../../json/read.ts';

/** Whether `promptFeedback` says that the prompt was refused; it may stand beside candidates as well, with ratings alone. */
export function isBlocked(promptFeedback: unknown): boolean {
  return isRecord(promptFeedback) && Boolean(promptFeedback.blockReason);
}
