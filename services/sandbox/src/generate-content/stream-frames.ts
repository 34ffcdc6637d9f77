import type { Usage } from '../answer/meter.ts';
import type { FinishReason } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import type { Frame } from '../exchange/exchange.ts';
import { callPart, chunkJson, imagePart } from './chunk.ts';
import type { AnswerIdentity } from './identity.ts';
import type { Separators } from './separators.ts';

/**
 * The frames of a streamed answer. Each carries the usage so far, its own text included, which `usage` tells; null
 * leaves it out. Calls come whole, thoughts that are not to be shown only count.
 */
export function* streamFrames(
  deltas: Iterable<Delta>,
  identity: AnswerIdentity,
  showsThoughts: boolean,
  { start, beforeFirst, before, after, end }: Separators,
  usage: ((pending: readonly Delta[]) => Usage) | null,
): Generator<Frame> {
  let isFirst = true;
  let call: { name: string; json: string; number: number; deltas: Delta[] } | null = null;

  function chunk(
    type: Frame['type'],
    parts: object[],
    said: readonly Delta[],
    finish: FinishReason | null = null,
  ): Frame {
    const json = chunkJson(identity, parts, finish, usage?.(said) ?? null);
    const text = (isFirst ? beforeFirst : before) + json + after;
    isFirst = false;
    return { type, text, deltas: said };
  }

  function* endCall(): Generator<Frame> {
    if (!call) return;
    const part = callPart(identity, call.number, call.name, call.json);
    yield part ? chunk('piece', [part], call.deltas) : { type: 'block', text: '', deltas: call.deltas };
    call = null;
  }

  for (const delta of deltas) {
    switch (delta.type) {
      case 'start':
        yield { type: 'start', text: start, deltas: [delta] };
        break;
      case 'reasoning':
        yield showsThoughts
          ? chunk('piece', [{ text: delta.text, thought: true }], [delta])
          : { type: 'block', text: '', deltas: [delta] };
        break;
      case 'content':
        yield chunk('piece', [{ text: delta.text }], [delta]);
        break;
      case 'image':
        yield chunk('piece', [imagePart(delta.image)], [delta]);
        break;
      case 'call-start':
        yield* endCall();
        call = { name: delta.name, json: '', number: delta.call, deltas: [delta] };
        break;
      case 'call-arguments':
        if (!call) break;
        call.json += delta.text;
        call.deltas.push(delta);
        break;
      case 'finish':
        yield* endCall();
        yield chunk('finish', [{ text: '' }], [delta], delta.reason);
        yield { type: 'done', text: end, deltas: [] };
    }
  }
}
