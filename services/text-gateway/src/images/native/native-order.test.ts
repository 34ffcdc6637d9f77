import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { noUsage } from '../../canon/usage.ts';
import { passage } from '../../dialects/generate-content/passage.ts';
import { createSseSplitter } from '../../sse.ts';

interface Terms {
  sizes?: string[];
  prices?: string[];
  areTokensPriced?: boolean;
}

function order(config: object, terms: Terms) {
  return orderOf(JSON.stringify({ contents: [{ parts: [{ text: 'a' }] }], ...config }), terms);
}

function orderOf(text: string, { sizes = [], prices, areTokensPriced = false }: Terms) {
  const body = Buffer.from(text);
  return passage.readRequest(body, { model: 'm', stream: false }).orderFor?.({
    media: Media.fromPartial({ imageSizes: sizes }),
    prices: prices && new Map(prices.map((name) => [name, 1n])),
    isOutputPriced: true,
    isImageOutputPriced: areTokensPriced,
    isWriter: true,
  });
}

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    return faultOf(error);
  }
}

const ofSize = (imageSize: unknown) => ({
  generationConfig: { imageConfig: { aspectRatio: '1:1', imageSize } },
});
const two: Terms = { sizes: ['1K', '2K'], prices: ['1K', '2K'] };

describe('a size', () => {
  test.each<[asked: unknown, sent: unknown, variant: string, terms: Terms]>([
    ['1K', '1K', '1K', two],
    ['2K', '2K', '2K', two],
    ['4K', '1K', '1K', two],
    ['large', '1K', '1K', two],
    ['2K', '1K', '1K', { ...two, sizes: ['1K'] }],
    ['4K', '4K', '4K', { prices: [''] }],
    [undefined, undefined, '1K', two],
    [5, 5, '1K', two],
  ])('of %j is sent as %j and priced as %s', (asked, sent, variant, terms) => {
    const found = order(ofSize(asked), terms);
    const passed = JSON.parse(found?.passTo({ model: 'm', usageOnRequest: false }).body.toString() ?? '');
    expect(passed.generationConfig.imageConfig).toEqual({
      aspectRatio: '1:1',
      ...(sent !== undefined && { imageSize: sent }),
    });
    expect(found?.size.metered).toEqual([{ unit: MeteredUnit.IMAGE, variant, quantity: 1n }]);
  });

  test('falls back in either spelling', () => {
    const found = order({ generation_config: { image_config: { image_size: '4K' } } }, two);
    const passed = found?.passTo({ model: 'm', usageOnRequest: false }).body.toString();
    expect(passed).toContain('"image_size":"1K"');
  });

  const inFormat = (imageSize: unknown, imageConfig?: object) => ({
    generationConfig: { responseFormat: [{ text: {} }, { image: { imageSize } }], imageConfig },
  });

  test.each([
    ['IMAGE_SIZE_TWO_K', '2K'],
    ['IMAGE_SIZE_ONE_K', '1K'],
    ['2K', '2K'],
    [undefined, '1K'],
  ])('of %j in responseFormat is priced as %s, and stays', (word, variant) => {
    const config = inFormat(word);
    const found = order(config, two);
    expect(found?.size.metered).toMatchObject([{ variant }]);
    const passed = found?.passTo({ model: 'm', usageOnRequest: false }).body.toString() ?? '';
    expect(JSON.parse(passed)).toMatchObject(JSON.parse(JSON.stringify(config)));
  });

  test.each([
    ['that the model has not', inFormat('IMAGE_SIZE_FOUR_K')],
    ['that nobody knows', inFormat(3)],
    ['beside another', inFormat('IMAGE_SIZE_TWO_K', { imageSize: '1K' })],
  ])('in responseFormat %s is a 400', (_, config) => {
    const param = 'generationConfig.responseFormat';
    expect(refusalOf(() => order(config, two))).toMatchObject({ status: 400, param });
  });

  test('without a price is a 400 that names it', () => {
    const refusal = refusalOf(() => order(ofSize('2K'), { prices: ['1K'] }));
    expect(refusal).toMatchObject({ status: 400, param: 'generationConfig.imageConfig.imageSize' });
  });

  test.each(['"imageSize":"2K","imageSize":"4K"', '"image\\u0053ize":"4K"'])(
    'that cannot be set is a 400: %s',
    (size) => {
      const found = orderOf(`{"contents":[],"generationConfig":{"imageConfig":{${size}}}}`, two);
      const refusal = refusalOf(() => found?.passTo({ model: 'm', usageOnRequest: false }));
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});

test('a row that says nothing of images leaves the request alone', () => {
  expect(order(ofSize('4K'), {})).toBeUndefined();
});

const inline = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
const sketch = { thought: true, ...inline };
const sound = { inlineData: { mimeType: 'audio/wav', data: 'aGk=' } };
const details = [
  { modality: 'TEXT', tokenCount: 30 },
  { modality: 'IMAGE', tokenCount: 1_120 },
];

function answer(parts: object[], usage: object = {}) {
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 1_150, thoughtsTokenCount: 7, ...usage };
  return { candidates: [{ content: { parts }, finishReason: 'STOP' }], usageMetadata };
}

function billed(body: object, terms: Terms) {
  const whole = order({}, terms)?.readWhole(Buffer.from(JSON.stringify(body)), undefined);
  return whole?.settleImages?.(whole.usage ?? noUsage);
}

describe('an answer', () => {
  test('pays for its image, and by tokens for all but that', () => {
    expect(
      billed(answer([{ text: 'Here' }, sketch, inline, sound], { candidatesTokensDetails: details }), two),
    ).toMatchObject({
      ...{ inputFresh: 5, outputVisible: 30, outputReasoning: 7 },
      metered: [{ unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n }],
    });
  });

  test('whose tokens are not told apart has as many for its image as images count', () => {
    expect(billed(answer([inline], { candidatesTokenCount: 1_300 }), two)).toMatchObject({
      outputVisible: 10,
    });
  });

  test('pays for an image that was put into a bucket', () => {
    const stored = { fileData: { mimeType: 'image/png', fileUri: 'gs://b/1.png' } };
    expect(billed(answer([stored], { candidatesTokensDetails: details }), two)).toMatchObject({
      ...{ outputVisible: 30, metered: [{ variant: '1K', quantity: 1n }] },
    });
  });

  test('that counts nothing pays for its image', () => {
    const { candidates } = answer([inline, inline]);
    expect(billed({ candidates }, two)).toMatchObject({ metered: [{ quantity: 2n }], outputVisible: 0 });
  });

  test('without an image pays for its words', () => {
    expect(billed(answer([{ text: 'No' }, sketch], { candidatesTokenCount: 3 }), two)).toEqual(
      expect.objectContaining({ outputVisible: 3 }),
    );
    expect(billed(answer([{ text: 'No' }]), two)).not.toHaveProperty('metered');
  });

  test('that begins with white space pays for its image', () => {
    const body = ` \n${JSON.stringify(answer([inline], { candidatesTokensDetails: details }))}`;
    const whole = order({}, two)?.readWhole(Buffer.from(body), undefined);
    expect(whole?.settleImages?.(whole.usage ?? noUsage)).toMatchObject({
      ...{ outputVisible: 30, metered: [{ variant: '1K', quantity: 1n }] },
    });
  });

  test.each([
    { inlineData: { mimeType: 'image/png', data: '' } },
    { inlineData: { mimeType: 'image/png' } },
    { fileData: { mimeType: 'image/png', fileUri: '' } },
  ])('pays for no image that has nothing in it: %j', (empty) => {
    expect(billed(answer([{ text: 'Here' }, empty], { candidatesTokenCount: 3 }), two)).not.toHaveProperty(
      'metered',
    );
    expect(billed(answer([empty, inline], { candidatesTokensDetails: details }), two)).toMatchObject({
      metered: [{ quantity: 1n }],
    });
  });

  test('of a row with a price for tokens of images has them apart', () => {
    const usage = billed(answer([inline], { candidatesTokensDetails: details }), { areTokensPriced: true });
    expect(usage).toMatchObject({
      outputVisible: 30,
      metered: [
        { unit: MeteredUnit.IMAGE, variant: '1K', quantity: 1n },
        { unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', quantity: 1_120n },
      ],
    });
  });

  test('of a row without a price by image pays by tokens alone', () => {
    const usage = billed(answer([inline], { candidatesTokensDetails: details }), { sizes: ['1K'] });
    expect(usage).toMatchObject({ outputVisible: 1_150, metered: [{ quantity: 1n }] });
  });
});

test('a stream pays for the images of all its frames', () => {
  const tap = order({}, two)?.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const { usageMetadata } = answer([]);
  const frames = [
    { candidates: [{ content: { parts: [sketch] } }], usageMetadata: { promptTokenCount: 5 } },
    { candidates: [{ content: { parts: [inline] } }], usageMetadata: { promptTokenCount: 5 } },
    { ...answer([]), usageMetadata: { ...usageMetadata, candidatesTokensDetails: details } },
  ];
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  for (const frame of createSseSplitter(10_000).push(Buffer.from(text)))
    expect(tap?.see(frame)).toBe(frame.raw);
  expect(tap?.isDone).toBe(true);
  expect(tap?.settleImages?.(tap.usage ?? noUsage)).toMatchObject({
    outputVisible: 30,
    metered: [{ quantity: 1n }],
  });
});
