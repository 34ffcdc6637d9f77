import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { seal } from '../answer/seal.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { type AnswerIdentity, callId, messageId } from './identity.ts';
import { thinkingPurpose } from './read-blocks.ts';
import { type Stop, stopOf } from './stop-reason.ts';
import { messageUsage } from './usage.ts';

/** A message without its content; null leaves the usage out. */
export function messageShell(
  identity: AnswerIdentity,
  counts: { usage: Usage; isBeginning: boolean } | null,
): object {
  return {
    id: messageId(identity),
    type: 'message',
    role: 'assistant',
    model: identity.model,
    stop_reason: null,
    stop_sequence: null,
    ...(counts && { usage: messageUsage(counts.usage, counts.isBeginning) }),
  };
}

/** The body of a message that is not streamed. */
export function wholeBody(deltas: Delta[], identity: AnswerIdentity, usage: Usage | null): string {
  let thinking = '';
  let text = '';
  const calls: { name: string; json: string }[] = [];
  let stop: Stop | null = null;
  for (const delta of deltas) {
    if (delta.type === 'reasoning') thinking += delta.text;
    else if (delta.type === 'content') text += delta.text;
    else if (delta.type === 'call-start') calls.push({ name: delta.name, json: '' });
    else if (delta.type === 'finish') stop = stopOf(delta.reason, delta.stopWord);
    else if (delta.type === 'call-arguments') {
      const call = calls[delta.call];
      if (call) call.json += delta.text;
    }
  }
  const content = [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: seal(thinkingPurpose, thinking) }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, json }, call) => ({
      type: 'tool_use',
      id: callId(identity, call),
      name,
      caller: { type: 'direct' },
      // Arguments that a limit cut are no JSON, and then the vendor shows none.
      input: asRecord(parseJson(json)) ?? {},
    })),
  ];
  return JSON.stringify({
    ...messageShell(identity, usage && { usage, isBeginning: false }),
    content,
    ...stop,
  });
}
