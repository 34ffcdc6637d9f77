import type { AttemptResult } from './attempt.ts';

/**
 * What came of an upstream call. `busy` and `credential` say what the upstream blamed, `refused` that the request itself was
 * refused, `failed` that another channel might have done better.
 */
export type CallResult = 'served' | 'broken' | 'busy' | 'credential' | 'refused' | 'failed' | 'client_gone';

/** Without a result the call was given up by a defect of ours. */
export function callResult(result: AttemptResult | undefined, isClientGone: boolean): CallResult {
  if (isClientGone) return 'client_gone';
  if (!result) return 'failed';
  if (result.kind === 'answered') return result.isBroken ? 'broken' : 'served';
  switch (result.blame) {
    case 'busy':
    case 'credential':
      return result.blame;
    case 'channel':
    case 'request':
      return 'refused';
    case 'model':
    case undefined:
      return result.isRetryable ? 'failed' : 'refused';
  }
}
