import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { createRendering } from '../chat-completions/rendering.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';

/** The same sound as events, with what it cost at the end. `usage` is null for an answer without. */
export function eventRendering(identity: Identity, usage: (() => Usage) | null): Rendering {
  return {
    ...createRendering({ ...identity, model: '' }, null, false),
    *frames(deltas: Iterable<Delta>): Generator<Frame> {
      for (const delta of deltas) {
        if (delta.type !== 'content') continue;
        const audio = Buffer.from(delta.text).toString('base64');
        yield event('piece', { type: 'speech.audio.delta', audio }, [delta]);
      }
      yield event('finish', { type: 'speech.audio.done', ...(usage && { usage: countsOf(usage()) }) }, []);
    },
    withoutUsage: () => eventRendering(identity, null),
  };
}

function event(type: Frame['type'], json: object, deltas: Delta[]): Frame {
  return { type, text: sseFrame(null, JSON.stringify(json)), deltas };
}

export function countsOf({ inputTokens, outputTokens }: Usage) {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
