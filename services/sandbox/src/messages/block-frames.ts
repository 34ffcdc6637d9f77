import type { Delta } from '../answer/produce.ts';
import { createSealer } from '../answer/seal.ts';
import type { Frame } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import { thinkingPurpose } from './read-blocks.ts';

/** Writes content blocks, which follow each other: one is left before the next is entered. */
export function createBlocks() {
  let index = -1;
  let open: 'thinking' | 'text' | 'tool_use' | null = null;
  let sealer = createSealer(thinkingPurpose);

  function change(type: Frame['type'], delta: object, deltas: readonly Delta[] = []): Frame {
    return eventFrame(type, 'content_block_delta', { index, delta }, deltas);
  }

  function* leave(): Generator<Frame> {
    if (open === null) return;
    if (open === 'thinking') {
      yield change('block', { type: 'signature_delta', signature: sealer.seal() });
      sealer = createSealer(thinkingPurpose);
    }
    yield eventFrame('block', 'content_block_stop', { index });
    open = null;
  }

  return {
    leave,
    /** Opens a block, unless one of that type is open. */
    *enter(type: 'thinking' | 'text', members: object): Generator<Frame> {
      if (open === type) return;
      yield* leave();
      index += 1;
      open = type;
      yield eventFrame('block', 'content_block_start', { index, content_block: { type, ...members } });
    },
    /** Opens a block for each call. That it is named is a piece of the answer. */
    *enterCall(members: object, delta: Delta): Generator<Frame> {
      yield* leave();
      index += 1;
      open = 'tool_use';
      const block = { type: open, ...members };
      yield eventFrame('piece', 'content_block_start', { index, content_block: block }, [delta]);
      yield change('block', { type: 'input_json_delta', partial_json: '' });
    },
    /** A part of the open block. */
    piece(members: object, delta: Delta): Frame {
      if (delta.type === 'reasoning') sealer.add(delta.text);
      return change('piece', members, [delta]);
    },
  };
}

export function eventFrame(
  type: Frame['type'],
  event: string,
  members: object,
  deltas: readonly Delta[] = [],
): Frame {
  return { type, text: sseFrame(event, JSON.stringify({ type: event, ...members })), deltas };
}
