import type { Route } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import type { Verdict } from '../../health/breaker.ts';
import type { AttemptResult } from './attempt.ts';

/** What later requests learn from an upstream call. */
export interface CallWatch {
  /** The answer has begun. */
  answering(): void;
  /** Without a result the call was given up by a defect of ours. */
  end(result: AttemptResult | undefined, isClientGone: boolean): void;
}

type Learning = Pick<GatewayContext, 'affinity' | 'breaker' | 'channelRecords' | 'cooling' | 'pace'>;

export function watchCall(
  { affinity, breaker, channelRecords, cooling, pace }: Learning,
  route: Route,
  { stream, prompt }: { stream: boolean; prompt: string | undefined },
): CallWatch {
  const call = breaker.begin(route);
  const record = channelRecords.begin(route.candidate.channel.id);
  const begunAt = performance.now();
  let isAnswering = false;
  return {
    answering() {
      if (isAnswering) return;
      isAnswering = true;
      call.answering();
      record.answering();
      pace.began(route.lane, stream, performance.now() - begunAt);
    },
    end(result, isClientGone) {
      if (isClientGone && !isAnswering) pace.leftWaiting(route.lane, stream, performance.now() - begunAt);
      const verdict = isClientGone || !result ? 'neither' : verdictOn(result);
      call.end(verdict);
      record.end(verdict);
      if (result?.kind === 'failed' && result.blame === 'busy' && route.key !== undefined)
        cooling.cool(route.circuit, result.fault.retryAfterMs);
      if (verdict !== 'neither') pace.ended(route.lane, stream, verdict !== 'served');
      if (verdict === 'served' && prompt !== undefined) affinity.note(prompt, route);
    },
  };
}

function verdictOn(result: AttemptResult): Verdict {
  if (result.kind === 'answered') return result.isBroken ? 'failed' : 'served';
  switch (result.blame) {
    case 'credential':
      return 'credential';
    case 'busy':
    case 'channel':
    case 'request':
      return 'neither';
    case 'model':
    case undefined:
      return result.isRetryable ? 'failed' : 'neither';
  }
}
