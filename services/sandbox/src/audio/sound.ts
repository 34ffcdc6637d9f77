import type { Delta } from '../answer/produce.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';

/** What no text begins with: as sound, and as nothing in UTF-8. */
const soundMark = '\u00ff\u00fb';

/** Sound that comes piece by piece: the text behind a mark, a byte for each of its bytes. */
export function soundRendering(identity: Identity, type: string): Rendering {
  return {
    ...jsonRendering(identity, null, () => ({})),
    streamType: type,
    pack: (text) => Buffer.from(text, 'latin1'),
    *frames(deltas: Iterable<Delta>): Generator<Frame> {
      yield { type: 'start', text: soundMark, deltas: [] };
      for (const delta of deltas)
        if (delta.type === 'content')
          yield { type: 'piece', text: Buffer.from(delta.text).toString('latin1'), deltas: [delta] };
    },
    withoutUsage: () => soundRendering(identity, type),
  };
}
