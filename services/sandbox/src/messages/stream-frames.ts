import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import type { Frame } from '../exchange/exchange.ts';
import { createBlocks, eventFrame } from './block-frames.ts';
import { type AnswerIdentity, callId } from './identity.ts';
import { stopOf } from './stop-reason.ts';
import { deltaUsage } from './usage.ts';
import { messageShell } from './whole-body.ts';

/**
 * The frames of a streamed message: message_start, ping, one content block after the other, message_delta,
 * message_stop. `usage` is called when a frame that carries it is due; null leaves it out.
 */
export function* streamFrames(
  deltas: Iterable<Delta>,
  identity: AnswerIdentity,
  usage: (() => Usage) | null,
  isEndCounted: boolean,
): Generator<Frame> {
  const blocks = createBlocks();
  for (const delta of deltas) {
    switch (delta.type) {
      case 'start': {
        const counts = usage && { usage: usage(), isBeginning: true };
        const message = { ...messageShell(identity, counts), content: [] };
        yield eventFrame('start', 'message_start', { message }, [delta]);
        yield eventFrame('start', 'ping', {});
        break;
      }
      case 'reasoning':
        yield* blocks.enter('thinking', { thinking: '', signature: '' });
        yield blocks.piece({ type: 'thinking_delta', thinking: delta.text }, delta);
        break;
      case 'content':
        yield* blocks.enter('text', { text: '' });
        yield blocks.piece({ type: 'text_delta', text: delta.text }, delta);
        break;
      case 'call-start': {
        const id = callId(identity, delta.call);
        yield* blocks.enterCall({ id, name: delta.name, input: {}, caller: { type: 'direct' } }, delta);
        break;
      }
      case 'call-arguments':
        yield blocks.piece({ type: 'input_json_delta', partial_json: delta.text }, delta);
        break;
      case 'finish': {
        yield* blocks.leave();
        const counts = usage && isEndCounted && { usage: deltaUsage(usage()) };
        const members = { delta: stopOf(delta.reason, delta.stopWord), ...counts };
        yield eventFrame('finish', 'message_delta', members, [delta]);
        yield eventFrame('done', 'message_stop', {});
      }
    }
  }
}
