import { sayNothing } from '../answer/say-nothing.ts';
import type { Frame } from '../exchange/exchange.ts';
import { serveAnswer } from '../exchange/serve-answer.ts';
import { kind, spoiled } from './kind.ts';

/**
 * Answers that begin well. `after` says how many pieces of a stream come first (fewer when there are fewer);
 * an answer that is not streamed gets half of its body. What was said until then counts.
 */
const beginning = { after: 1 };

/** Frames up to `count` pieces, never the finish. */
function* firstPieces(frames: Iterable<Frame>, count: number): Generator<Frame> {
  let pieces = 0;
  for (const frame of frames) {
    if (frame.type === 'piece') pieces += 1;
    if (pieces > count || !isBeginning(frame)) return;
    yield frame;
    if (frame.type === 'piece' && pieces === count) return;
  }
}

/** A frame that comes before the finish. */
function isBeginning({ type }: Frame): boolean {
  return type === 'start' || type === 'piece' || type === 'block';
}

function firstHalf(body: string): string {
  return body.slice(0, body.length / 2);
}

/** The connection is closed in the middle. */
export const cut = kind(beginning, (exchange, { after }) =>
  serveAnswer(exchange, {
    frames: (frames) => firstPieces(frames, after),
    body: firstHalf,
    ending: 'cut',
  }),
);

/** Silence in the middle, on an open connection, until the client leaves; `usage` 0 leaves out what is counted until then. */
export const stall = kind({ ...beginning, usage: 1 }, (exchange, { after, usage }) =>
  serveAnswer(usage === 0 ? { ...exchange, rendering: exchange.rendering.withoutUsage() } : exchange, {
    frames: (frames) => firstPieces(frames, after),
    body: firstHalf,
    ending: 'hold',
  }),
);

/** The response ends well for HTTP, but what ends an answer never came. */
export const noTerminal = kind(beginning, (exchange, { after }) =>
  spoiled(
    serveAnswer(exchange, {
      frames: (frames) => firstPieces(frames, after),
      body: firstHalf,
    }),
  ),
);

/** The vendor reports an error in the middle of a 200 stream and ends; without a stream it is the whole body. */
export const errorInStream = kind(beginning, (exchange, { after }) => {
  return spoiled(
    serveAnswer(exchange, {
      *frames(frames) {
        yield* firstPieces(frames, after);
        yield { type: 'other', text: exchange.rendering.errorFrame(), deltas: [] };
      },
      body: () => exchange.rendering.error(500),
    }),
  );
});

/** Nothing read and nothing said, by its own usage, and yet a good end: what a proxy makes of a call that failed. */
export const zeroUsage = kind({}, (exchange) => {
  const plan = { ...sayNothing(exchange.plan), inputTokens: 0, cachedTokens: 0 };
  return spoiled(serveAnswer(exchange, { plan }));
});

/** A frame that is not JSON in the middle of a stream that goes on; without a stream the body is not JSON. */
export const garbage = kind(beginning, (exchange, { after }) =>
  spoiled(
    serveAnswer(exchange, {
      frames: (frames) => withGarbage(frames, after, exchange.rendering.garbageFrame),
      body: () => '<html><body><h1>It works!</h1></body></html>',
    }),
  ),
);

function* withGarbage(frames: Iterable<Frame>, after: number, garbage: string): Generator<Frame> {
  let pieces = 0;
  let isDue = true;
  for (const frame of frames) {
    const isAfter = frame.type === 'piece' ? pieces >= after : !isBeginning(frame);
    if (isDue && isAfter) {
      isDue = false;
      yield { type: 'other', text: garbage, deltas: [] };
    }
    if (frame.type === 'piece') pieces += 1;
    yield frame;
  }
}
