import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { seal } from '../answer/seal.ts';
import type { Identity } from '../exchange/dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { callId } from './identity.ts';
import { reasoningPurpose } from './read-blocks.ts';
import { stopReasonOf } from './stop-reason.ts';
import { tokenUsage } from './usage.ts';

/** The body of an answer that is not streamed. */
export function wholeBody(deltas: Delta[], identity: Identity, usage: Usage | null): string {
  let reasoning = '';
  let text = '';
  const calls: { name: string; json: string }[] = [];
  let stopReason = '';
  for (const delta of deltas) {
    if (delta.type === 'reasoning') reasoning += delta.text;
    else if (delta.type === 'content') text += delta.text;
    else if (delta.type === 'call-start') calls.push({ name: delta.name, json: '' });
    else if (delta.type === 'finish') stopReason = stopReasonOf(delta.reason, delta.stopWord);
    else if (delta.type === 'call-arguments') {
      const call = calls[delta.call];
      if (call) call.json += delta.text;
    }
  }
  const reasoningText = { text: reasoning, signature: seal(reasoningPurpose, reasoning) };
  const content = [
    ...(reasoning === '' ? [] : [{ reasoningContent: { reasoningText } }]),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, json }, call) => ({
      // Arguments that a limit cut are no JSON, and then the vendor shows none.
      toolUse: { toolUseId: callId(identity, call), name, input: asRecord(parseJson(json)) ?? {} },
    })),
  ];
  return JSON.stringify({
    metrics: { latencyMs: 1 },
    output: { message: { content, role: 'assistant' } },
    stopReason,
    ...(usage && { usage: tokenUsage(usage) }),
  });
}
