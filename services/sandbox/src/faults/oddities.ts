import { sayNothing } from '../answer/say-nothing.ts';
import { serveAnswer } from '../exchange/serve-answer.ts';
import { kind } from './kind.ts';
import { splitCharacters } from './split-characters.ts';

/** Whole answers in a form that real vendors have been seen to send. They count as served. */

/** Nothing for `ms` milliseconds, then the answer. */
export const slowFirstByte = kind({ ms: 3_000 }, async (exchange, { ms }) => {
  await exchange.outlet.pause(ms);
  return await serveAnswer(exchange);
});

/** No usage, though a stream asked for it. The tokens are in the log all the same. */
export const missingUsage = kind({}, (exchange) =>
  serveAnswer({ ...exchange, rendering: exchange.rendering.withoutUsage() }),
);

/** Usage that tells of the prompt alone: the output is said, and in the log. */
export const promptUsage = kind({}, (exchange) =>
  serveAnswer({ ...exchange, rendering: exchange.rendering.withPromptUsage?.() ?? exchange.rendering }),
);

/** Lines of the stream end in CRLF, where it has lines. */
export const crlf = kind({}, (exchange) =>
  serveAnswer(exchange, {
    encode: (written) => [typeof written === 'string' ? written.replaceAll('\n', '\r\n') : written],
  }),
);

/** The bytes arrive in small packets that begin inside of frames and of characters. */
export const splitUtf8 = kind({}, (exchange) => serveAnswer(exchange, { encode: splitCharacters }));

/** The whole answer is one piece of `bytes` bytes. */
export const hugeFrame = kind({ bytes: 8 * 1024 * 1024 }, (exchange, { bytes }) => {
  const content = { type: 'generated' as const, sizeBytes: bytes, pieceSize: bytes };
  const { plan } = exchange;
  return serveAnswer(exchange, {
    plan: {
      ...plan,
      contents: plan.contents.map(() => content),
      calls: [],
      finish: 'stop',
      stopWord: null,
      limitTokens: null,
    },
  });
});

/** An answer that says nothing at all, with its usage. */
export const emptyOutput = kind({}, (exchange) => serveAnswer(exchange, { plan: sayNothing(exchange.plan) }));
