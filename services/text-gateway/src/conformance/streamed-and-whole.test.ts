/** Any answer, written whole and as a stream that arrives in any pieces: both are read again as the same. */
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import type { AssistantBlock } from '../canon/blocks.ts';
import type { ReplyEvent } from '../canon/events.ts';
import { foldReply, type Reply } from '../canon/fold.ts';
import type { CanonRequest } from '../canon/request.ts';
import { unfoldReply } from '../canon/unfold.ts';
import { codecs } from '../dialects/index.ts';
import { callOf, decodeStream, throughWhole } from './run-codec.ts';

const request: CanonRequest = {
  ...{ model: 'm', instructions: [], turns: [], tools: [], stop: [], sampling: {}, extras: {} },
  ...{ stream: true, includeUsage: true, reasoning: { isShown: true } },
};

const text = fc
  .array(
    fc.constantFrom('a', ' ', '\r\n\n', '😀', '\u2028', '\u0000', 'data: x\n\n', '[DONE]', '"}', '\ufeff'),
    {
      maxLength: 4,
    },
  )
  .map((pieces) => pieces.join(''));
const seal = fc.record({
  dialect: fc.constantFrom('messages' as const, 'generate-content' as const),
  value: fc.base64String(),
});
const args = fc.oneof(
  fc.constant(''),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
);
const block: fc.Arbitrary<AssistantBlock> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text }),
  fc.record({ kind: fc.constant('refusal' as const), text }),
  fc.record({ kind: fc.constant('reasoning' as const), text, seal: fc.option(seal, { nil: undefined }) }),
  fc.record({
    kind: fc.constant('tool-call' as const),
    id: fc.uuid(),
    name: fc.constant('f'),
    argsText: args,
  }),
);
const count = fc.nat(1_000);
const usage = fc.record({
  ...{ inputFresh: count, inputAudio: fc.constant(0), inputCacheRead: count, inputCacheWrite: count },
  ...{ outputVisible: count, outputAudio: fc.constant(0), outputReasoning: count },
});
const reply: fc.Arbitrary<Reply> = fc
  .record({ blocks: fc.array(block, { maxLength: 6 }), usage: fc.option(usage, { nil: undefined }) })
  .map((said) => {
    const hasCalls = said.blocks.some(({ kind }) => kind === 'tool-call');
    return { ...said, ending: { reason: hasCalls ? 'tool-calls' : 'complete' } };
  });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 });

/** The pieces of something that is as long as `length`, the sizes over and over. */
function cut<T>(length: number, sizes: readonly number[], slice: (from: number, to: number) => T): T[] {
  const pieces: T[] = [];
  for (let from = 0, at = 0; from < length; at += 1) {
    const to = from + (sizes[at % sizes.length] ?? 1);
    pieces.push(slice(from, to));
    from = to;
  }
  return pieces;
}

/** The events of an answer as they come, its texts and arguments in pieces. */
function inPieces(whole: Reply, sizes: readonly number[]): ReplyEvent[] {
  return unfoldReply(whole).flatMap((event): ReplyEvent[] =>
    event.kind === 'block-delta'
      ? cut(event.text.length, sizes, (from, to) => ({ ...event, text: event.text.slice(from, to) }))
      : [event],
  );
}

/** What an answer says, by kind: some dialects have no order of texts of different kinds. */
function meaningOf({ blocks, ...rest }: Reply) {
  const said = (kind: AssistantBlock['kind']): string =>
    blocks.map((one) => (one.kind === kind && 'text' in one ? one.text : '')).join('');
  return {
    ...rest,
    said: { text: said('text'), refusal: said('refusal'), reasoning: said('reasoning') },
    calls: blocks.flatMap((one) =>
      one.kind === 'tool-call' ? [{ ...one, argsText: JSON.parse(one.argsText || '{}') }] : [],
    ),
  };
}

test.each(codecs)('$name', (codec) => {
  fc.assert(
    fc.property(reply, sizes, (said, sizes) => {
      const encoder = codec.createStreamEncoder(callOf(request));
      const bytes = Buffer.from(
        inPieces(said, sizes)
          .map((event) => encoder.push(event))
          .join(''),
      );
      const streamed = foldReply(decodeStream(codec, bytes));
      const whole = meaningOf(throughWhole(codec, said, request));
      expect(meaningOf(streamed)).toEqual(whole);
      // The first call may carry the thoughts before it as its seal.
      expect(whole.calls.map((call) => ({ ...call, seal: undefined }))).toEqual(meaningOf(said).calls);
      expect(Object.values(whole.said).join('')).toHaveLength(
        Object.values(meaningOf(said).said).join('').length,
      );
    }),
  );
});
