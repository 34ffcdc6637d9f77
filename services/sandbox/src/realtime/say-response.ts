import { createMeter } from '../answer/meter.ts';
import type { FinishReason } from '../answer/plan.ts';
import { type Delta, produce } from '../answer/produce.ts';
import type { JsonRecord } from '../json-record.ts';
import type { ServedRequest } from '../log/served-log.ts';
import { withoutSound } from './conversation.ts';
import { type RealtimeUsage, usageBody, usageOf } from './count.ts';
import type { OutputItem } from './output-item.ts';
import type { PlannedResponse } from './plan-response.ts';
import { openCall } from './say-call.ts';
import { openMessage } from './say-message.ts';
import type { Session } from './session.ts';

interface Finish {
  status: 'completed' | 'incomplete' | 'cancelled' | 'failed';
  reason?: string;
}

const finishes: Record<FinishReason, Finish> = {
  stop: { status: 'completed' },
  tool_calls: { status: 'completed' },
  length: { status: 'incomplete', reason: 'max_output_tokens' },
  content_filter: { status: 'incomplete', reason: 'content_filter' },
  failed: { status: 'failed' },
  // Never planned in this dialect.
  image_filter: { status: 'incomplete', reason: 'content_filter' },
  blocked: { status: 'failed' },
  cancelled: { status: 'cancelled' },
};

/** Says a response, event by event. Its pieces come one after the other; each may be the last. */
export function sayResponse(session: Session, planned: PlannedResponse): void {
  const { plan, prompt, isAudio, isInConversation, metadata } = planned;
  const id = session.newId('resp');
  const shell = {
    object: 'realtime.response',
    id,
    conversation_id: isInConversation ? session.conversationId : null,
    output_modalities: [isAudio ? 'audio' : 'text'],
    metadata,
  };
  const meter = createMeter();
  const steps = produce(plan);
  const cutAfter = session.parameters.after ?? 1;
  const output: JsonRecord[] = [];
  let item: OutputItem | null = null;
  let pieces = 0;
  let audioTokens = 0;

  session.running.set(id, {
    isInConversation,
    cancel: (reason) => finish({ status: 'cancelled', reason }),
    abandon: () => end('aborted', () => undefined),
  });
  session.send('response.created', {
    response: { ...shell, status: 'in_progress', output: [], usage: null },
  });
  if (plan.calls.length === 0) item = openMessage(session, placeOf(0), isAudio);
  let timer = setTimeout(sayNext, plan.pace.waitMs);

  function sayNext(): void {
    const step: Delta | undefined = steps.next().value;
    if (!step) return;
    const isPiece = step.type === 'content' || step.type === 'call-arguments';
    const isCut = isPiece && pieces >= cutAfter;
    if (step.type === 'finish') finish(finishes[step.reason]);
    else if (isCut && session.fault === 'cut') end('failed', () => session.client.terminate());
    else if (!(isCut && session.fault === 'stall')) say(step);
  }

  function say(step: Delta): void {
    meter.count(step);
    if (step.type === 'call-start') {
      closeItem('completed');
      item = openCall(session, placeOf(step.call), step.name);
    }
    if (step.type === 'content' || step.type === 'call-arguments') {
      pieces += 1;
      if (isAudio && step.type === 'content') audioTokens += 1;
      item?.say(step.text);
    }
    timer = setTimeout(sayNext, step.type === 'start' ? 0 : plan.pace.delayMs);
  }

  function placeOf(index: number) {
    return { responseId: id, index, isInConversation };
  }

  function closeItem(status: 'completed' | 'incomplete'): void {
    if (item) output.push(withoutSound(item.end(status)));
    item = null;
  }

  function finish({ status, reason }: Finish): void {
    closeItem(status === 'completed' ? 'completed' : 'incomplete');
    const details = { type: status, ...(reason !== undefined && { reason }) };
    const used = session.fault === 'missing-usage' ? null : usageBody(usage());
    end('served', () => {
      session.send('response.done', {
        response: { ...shell, status, status_details: details, output, usage: used },
      });
      session.send('rate_limits.updated', { rate_limits: [] });
    });
  }

  function usage(): RealtimeUsage {
    const { outputTokens } = meter.usage();
    return usageOf(prompt, plan.cachedTokens, { textTokens: outputTokens, audioTokens });
  }

  /** Written down before the client hears of it, so that what it has heard of is in the log. */
  function end(outcome: ServedRequest['outcome'], tell: () => void): void {
    clearTimeout(timer);
    session.running.delete(id);
    session.log(usage(), outcome);
    tell();
  }
}
