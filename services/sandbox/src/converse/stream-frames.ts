import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame } from '../exchange/exchange.ts';
import { createBlocks, eventFrame } from './block-frames.ts';
import { callId } from './identity.ts';
import { stopReasonOf } from './stop-reason.ts';
import { tokenUsage } from './usage.ts';

/**
 * The frames of a streamed answer: messageStart, one content block after the other, messageStop, metadata. `usage` is
 * called when the last is due; null leaves it out.
 */
export function* streamFrames(
  deltas: Iterable<Delta>,
  identity: Identity,
  usage: (() => Usage) | null,
): Generator<Frame> {
  const blocks = createBlocks();
  for (const delta of deltas) {
    switch (delta.type) {
      case 'start':
        yield eventFrame('start', 'messageStart', { role: 'assistant' }, [delta]);
        break;
      case 'reasoning':
        yield* blocks.enter('reasoning');
        yield blocks.piece({ reasoningContent: { text: delta.text } }, delta);
        break;
      case 'content':
        yield* blocks.enter('text');
        yield blocks.piece({ text: delta.text }, delta);
        break;
      case 'call-start':
        yield* blocks.enterCall({ toolUseId: callId(identity, delta.call), name: delta.name }, delta);
        break;
      case 'call-arguments':
        yield blocks.piece({ toolUse: { input: delta.text } }, delta);
        break;
      case 'finish': {
        yield* blocks.leave();
        const stopReason = stopReasonOf(delta.reason, delta.stopWord);
        yield eventFrame('finish', 'messageStop', { stopReason }, [delta]);
        const metrics = { latencyMs: 1 };
        if (usage) yield eventFrame('usage', 'metadata', { usage: tokenUsage(usage()), metrics });
      }
    }
  }
}
