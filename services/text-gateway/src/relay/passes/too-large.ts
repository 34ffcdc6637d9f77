import { fault } from '@headgate/proto/faults';
import type { AttemptResult } from '../attempts/attempt.ts';

/**
 * What was asked for is as large wherever it is made, and whenever: another upstream would be paid for the same, and blamed for it,
 * and so would this one when the client asked again.
 */
export const answerTooLarge: AttemptResult = {
  kind: 'failed',
  fault: fault('bad_response_body', {
    message: 'The answer has more than 64 MB, the most of one in one piece: ask for less at once.',
    permanent: true,
  }),
  isRetryable: false,
};
