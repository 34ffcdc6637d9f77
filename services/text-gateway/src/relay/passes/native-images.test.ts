/** Images of generateContent against a real HTTP server: whole and streamed, with all the counts that an upstream may give. */

import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { Ending, MeteredUnit, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const ofModel = { media: Media.fromPartial({ imageSizes: ['1K'] }), isOutputPriced: true, isWriter: true };
const terms = {
  byTokens: ofModel,
  byImageTokens: { ...ofModel, isImageOutputPriced: true },
  byImage: { ...ofModel, prices: new Map([['1K', 1n]]) },
} satisfies Record<string, ImageTerms>;

const upstream = startUpstreamForEach();

type Part = Record<string, unknown>;

const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
const sketch = { thought: true, ...picture };
const words = { text: 'hello' };

/** How answers of these frames are billed: streamed, and as a whole with the counts of the last. */
async function bill(of: keyof typeof terms, frames: { parts: Part[]; counts?: object }[]) {
  const candidate = { ...createCandidate({ id: 1n, provider: 'gemini', baseUrl: upstream.baseUrl(1n) }) };
  const chunks = frames.map(({ parts, counts }, index) => {
    const end = index === frames.length - 1 && { finishReason: 'STOP' };
    return { candidates: [{ content: { parts }, ...end }], usageMetadata: counts };
  });
  const answers = {
    streamed: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''),
    whole: JSON.stringify({
      candidates: [{ content: { parts: frames.flatMap(({ parts }) => parts) }, finishReason: 'STOP' }],
      usageMetadata: frames.at(-1)?.counts,
    }),
  };
  const serve = async (how: keyof typeof answers) => {
    const stream = how === 'streamed';
    upstream.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(answers[how]);
    };
    const body = { contents: [{ parts: [{ text: 'a mill' }] }] };
    const run = createTestServing({
      pools: upstream.pools,
      stream,
      client: 'generate-content',
      body,
      terms: terms[of],
    });
    await attemptInTurn(run, [candidate]);
    expect(run.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
    const [{ usage, source } = { usage: undefined, source: undefined }] = run.outcomes;
    return { usage, source };
  };
  return { streamed: await serve('streamed'), whole: await serve('whole') };
}

function both(bill: object) {
  return { streamed: bill, whole: bill };
}

const images = (quantity: bigint) => ({ unit: MeteredUnit.IMAGE, variant: '1K', quantity });
const imageTokens = (quantity: bigint) => ({
  unit: MeteredUnit.IMAGE_OUTPUT_TOKEN,
  variant: '',
  quantity,
});

/** An answer without output counts of its picture: its words are heard. */
const heard = [{ parts: [words, sketch] }, { parts: [picture] }];

test.each<[what: string, counts: object | undefined, inputFresh: number]>([
  ['no output', { promptTokenCount: 5, totalTokenCount: 5 }, 5],
  ['zeros', { promptTokenCount: 0, candidatesTokenCount: 0 }, 7],
  ['nothing', undefined, 7],
])('an upstream that counts %s does not know what its image took', async (_what, counts, inputFresh) => {
  const frames = heard.map((frame) => ({ ...frame, ...(counts && { counts }) }));
  const source = UsageSource.ESTIMATED;
  expect(await bill('byTokens', frames)).toMatchObject(
    both({ source, usage: { inputFresh, outputVisible: 1_291, metered: [images(1n)] } }),
  );
  const apart = [images(1n), imageTokens(1_290n)];
  expect(await bill('byImageTokens', frames)).toMatchObject(
    both({ source, usage: { inputFresh, outputVisible: 1, metered: apart } }),
  );
  expect(await bill('byImage', frames)).toMatchObject(
    both({ source, usage: { inputFresh, outputVisible: 1, metered: [images(1n)] } }),
  );
});

test('nor does one that counts its thoughts alone', async () => {
  const counts = { promptTokenCount: 5, thoughtsTokenCount: 30 };
  const usage = { inputFresh: 5, outputReasoning: 30 };
  expect(await bill('byTokens', [{ parts: [picture], counts }])).toMatchObject(
    both({ source: UsageSource.ESTIMATED, usage: { ...usage, outputVisible: 1_290 } }),
  );
  expect(await bill('byImageTokens', [{ parts: [picture], counts }])).toMatchObject(
    both({
      source: UsageSource.ESTIMATED,
      usage: { ...usage, outputVisible: 0, metered: [images(1n), imageTokens(1_290n)] },
    }),
  );
});

test('what the upstream counts is the bill', async () => {
  const counts = { promptTokenCount: 5, candidatesTokenCount: 1_121 };
  const candidatesTokensDetails = [{ modality: 'IMAGE', tokenCount: 1_120 }];
  const early = heard.map((frame) => ({ ...frame, counts: { promptTokenCount: 5 } }));
  const frames = [...early, { parts: [], counts: { ...counts, candidatesTokensDetails } }];
  expect(await bill('byImageTokens', frames)).toMatchObject(
    both({
      source: UsageSource.UPSTREAM,
      usage: { inputFresh: 5, outputVisible: 1, metered: [images(1n), imageTokens(1_120n)] },
    }),
  );
});

const odd = fc.constantFrom(null, '7', -1, 0.5, {});
const count = fc.option(fc.oneof(fc.nat(5_000), fc.nat(5_000), odd), { nil: undefined });
const modality = fc.constantFrom('TEXT', 'IMAGE', 'AUDIO');
const counts = fc.record({
  promptTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  candidatesTokensDetails: fc.array(fc.record({ modality, tokenCount: count }), { maxLength: 3 }),
});
const part = fc.constantFrom<Part>(words, sketch, picture, { text: '' });
const frames = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

test('whole and streamed answers cost the same: all that is counted, or what pictures count for', async () => {
  await fc.assert(
    fc.asyncProperty(frames, counts, async (said, last) => {
      const end = said.length - 1;
      const chunks = said.map((parts, index) => ({ parts, ...(index === end && { counts: last }) }));
      const { streamed, whole } = await bill('byImageTokens', chunks);
      expect(streamed).toEqual(whole);
      const { metered = [], outputVisible = 0, outputAudio = 0 } = whole.usage ?? {};
      const pictures = said.flat().filter((each) => each === picture).length;
      const ofImages = Number(metered[1]?.quantity ?? 0n);
      expect(metered).toEqual(
        pictures === 0 ? [] : [images(BigInt(pictures)), imageTokens(BigInt(ofImages))],
      );
      const counted = sizeOf(last.candidatesTokenCount);
      if (counted > outputAudio) expect(ofImages + outputVisible + outputAudio).toBe(counted);
      else expect(ofImages).toBe(pictures * 1_290);
    }),
    { numRuns: 60 },
  );
});

test('a picture in the other spelling, as gateways in front of the vendor may write it, is one', async () => {
  const part = { inline_data: { mime_type: 'image/png', data: 'aGk=' } };
  expect(await bill('byImage', [{ parts: [part] }])).toMatchObject(
    both({ usage: { metered: [images(1n)] } }),
  );
});
