import type { Delta } from '../answer/produce.ts';
import { createSealer } from '../answer/seal.ts';
import type { Frame } from '../exchange/exchange.ts';
import { eventLine } from './event-stream.ts';
import { reasoningPurpose } from './read-blocks.ts';

/** Writes content blocks, which follow each other. Only calls begin with an event of their own. */
export function createBlocks() {
  let contentBlockIndex = -1;
  let open: 'reasoning' | 'text' | 'call' | null = null;
  let sealer = createSealer(reasoningPurpose);

  function change(type: Frame['type'], delta: object, deltas: readonly Delta[] = []): Frame {
    return eventFrame(type, 'contentBlockDelta', { contentBlockIndex, delta }, deltas);
  }

  function* leave(): Generator<Frame> {
    if (open === null) return;
    if (open === 'reasoning') {
      yield change('block', { reasoningContent: { signature: sealer.seal() } });
      sealer = createSealer(reasoningPurpose);
    }
    yield eventFrame('block', 'contentBlockStop', { contentBlockIndex });
    open = null;
  }

  return {
    leave,
    /** Goes over to a block, unless one of that type is open. */
    *enter(type: 'reasoning' | 'text'): Generator<Frame> {
      if (open === type) return;
      yield* leave();
      contentBlockIndex += 1;
      open = type;
    },
    /** Opens a block for each call. That it is named is a piece of the answer. */
    *enterCall(toolUse: object, delta: Delta): Generator<Frame> {
      yield* leave();
      contentBlockIndex += 1;
      open = 'call';
      yield eventFrame('piece', 'contentBlockStart', { contentBlockIndex, start: { toolUse } }, [delta]);
    },
    /** A part of the open block. */
    piece(members: object, delta: Delta): Frame {
      if (delta.type === 'reasoning') sealer.add(delta.text);
      return change('piece', members, [delta]);
    },
  };
}

/** The vendor pads its events to hide how long words are. */
const padding = 'abcdefghijklmnopqrstuvwxyz';

export function eventFrame(
  type: Frame['type'],
  event: string,
  members: object,
  deltas: readonly Delta[] = [],
): Frame {
  const p = padding.slice(0, 1 + (JSON.stringify(members).length % padding.length));
  return { type, text: eventLine(event, JSON.stringify({ ...members, p })), deltas };
}
