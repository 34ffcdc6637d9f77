import { fault } from '@headgate/proto/faults';
import type { AttemptResult } from '../attempts/attempt.ts';

/** A whole answer is held until it is complete: its bill must be closed before its last byte leaves. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** What was asked for is as large wherever it is made: another upstream would be paid for the same, and blamed for it. */
export const answerTooLarge: AttemptResult = {
  kind: 'failed',
  fault: fault('bad_response_body'),
  isRetryable: false,
};
