import type { Usage } from '../answer/meter.ts';
import type { FinishReason } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import { callPart, chunkJson, imagePart } from './chunk.ts';
import type { AnswerIdentity } from './identity.ts';

/** The body of an answer that is not streamed. */
export function wholeBody(
  deltas: Delta[],
  identity: AnswerIdentity,
  showsThoughts: boolean,
  usage: Usage | null,
): string {
  let thoughts = '';
  let text = '';
  const images: object[] = [];
  const calls: { name: string; json: string }[] = [];
  let finish: FinishReason | null = null;
  for (const delta of deltas) {
    if (delta.type === 'reasoning') thoughts += delta.text;
    else if (delta.type === 'content') text += delta.text;
    else if (delta.type === 'image') images.push(imagePart(delta.image));
    else if (delta.type === 'call-start') calls.push({ name: delta.name, json: '' });
    else if (delta.type === 'finish') finish = delta.reason;
    else if (delta.type === 'call-arguments') {
      const call = calls[delta.call];
      if (call) call.json += delta.text;
    }
  }
  const parts = [
    ...(showsThoughts && thoughts !== '' ? [{ text: thoughts, thought: true }] : []),
    ...(text === '' && calls.length + images.length > 0 ? [] : [{ text }]),
    ...images,
    ...calls.flatMap(({ name, json }, call) => callPart(identity, call, name, json) ?? []),
  ];
  return chunkJson(identity, parts, finish, usage);
}
