/** What each style of images asks of its upstream, and what becomes of the answer. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import type { WireName } from '../../canon/dialect-name.ts';
import { recordLosses } from '../../canon/losses.ts';
import { findSurface } from '../../surfaces/index.ts';
import { convertImages } from '../answer/convert-images.ts';
import { findImageCodec } from './find-codec.ts';

const png = 'iVBORw0KGgo=';
const dataUrl = `data:image/png;base64,${png}`;

interface Options {
  operation?: Operation;
  media?: Partial<Media>;
  prices?: string[];
}

function convert(style: WireName, members: object, options: Options = {}) {
  const { operation = Operation.GENERATE_IMAGES, media = {}, prices } = options;
  const passage = findSurface(Dialect.CHAT_COMPLETIONS, operation)?.passage;
  const codec = findImageCodec(style);
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt: 'a mill', ...members }));
  const request = passage?.readRequest(body, { model: '', stream: false });
  const order = request?.orderFor?.({
    media: Media.fromPartial(media),
    prices: prices && new Map(prices.map((name) => [name, 1n])),
    isOutputPriced: true,
    isWriter: false,
  });
  if (!codec || !order?.job) throw new Error('There is no such conversion');
  const losses = recordLosses();
  const { readWhole, ...call } = convertImages(order, order.job, codec, { model: 'up', members: {} }, losses);
  const answer = (reply: object) => {
    const whole = readWhole(Buffer.from(JSON.stringify(reply)), undefined);
    return { ...whole, text: whole.body.toString() };
  };
  return { ...call, dropped: losses.dropped, answer };
}

function sent(style: WireName, members: object, options?: Options): unknown {
  return JSON.parse(convert(style, members, options).body.toString());
}

const edit = { operation: Operation.EDIT_IMAGES };
const byResolution = { prices: ['1K', '2K'] };

describe('what is asked', () => {
  const gemini = (imageConfig: object | undefined, parts: object[] = []) => ({
    contents: [{ role: 'user', parts: [...parts, { text: 'a mill' }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...(imageConfig && { imageConfig }) },
  });
  const predict = (parameters: object) => ({
    instances: [{ prompt: 'a mill' }],
    parameters: { sampleCount: 1, includeRaiReason: true, ...parameters },
  });
  const ark = (members: object) => ({
    model: 'up',
    prompt: 'a mill',
    response_format: 'b64_json',
    ...members,
  });
  const xai = (members: object) => ({ ...ark({}), n: 1, ...members });
  const inlineData = { mimeType: 'image/png', data: png };

  test.each<[what: string, style: WireName, members: object, sent: object, options?: Options]>([
    ['a prompt', 'generate-content', {}, gemini(undefined)],
    [
      'pixels as ratio and size',
      'generate-content',
      { size: '2560x1440' },
      gemini({ aspectRatio: '16:9', imageSize: '2K' }),
    ],
    ['a ratio', 'generate-content', { size: '21:9' }, gemini({ aspectRatio: '21:9' })],
    [
      'a size that the model has not',
      'generate-content',
      { size: '4K' },
      gemini(undefined),
      { media: { imageSizes: ['1K', '2K'] } },
    ],
    [
      'references',
      'generate-content',
      { image: [png, dataUrl] },
      gemini(undefined, [{ inlineData }, { inlineData }]),
    ],
    ['an edit', 'generate-content', { image: png }, gemini(undefined, [{ inlineData }]), edit],
    ['a prompt', 'predict', {}, predict({})],
    ['several', 'predict', { n: 4, size: '1:1' }, predict({ sampleCount: 4, aspectRatio: '1:1' })],
    [
      '2K as JPEG',
      'predict',
      { size: '2048x2048', output_format: 'jpeg' },
      predict({ aspectRatio: '1:1', sampleImageSize: '2K', outputOptions: { mimeType: 'image/jpeg' } }),
    ],
    ['a prompt', 'ark-images', {}, ark({})],
    [
      'several',
      'ark-images',
      { n: 3 },
      ark({ sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 3 } }),
    ],
    [
      'references and options of its own',
      'ark-images',
      { image: png, seed: 5, watermark: false },
      ark({ image: [dataUrl], seed: 5, watermark: false }),
    ],
    ['addresses', 'ark-images', { response_format: 'url' }, ark({ response_format: 'url' })],
    [
      'a ratio of the map',
      'ark-images',
      { size: '16:9' },
      ark({ size: '2560x1440' }),
      { media: { sizeMap: 'ratio' } },
    ],
    ['a prompt', 'xai-images', {}, xai({})],
    [
      'pixels',
      'xai-images',
      { n: 2, size: '1280x720' },
      xai({ n: 2, aspect_ratio: '16:9', resolution: '1k' }),
    ],
    [
      'an edit',
      'xai-image-edits',
      { image: png, user: 'u' },
      xai({ image: { url: dataUrl }, user: 'u' }),
      edit,
    ],
    ['what the price tells apart', 'ark-images', {}, ark({ size: '1024x1024' }), { prices: ['1024x1024'] }],
    [
      'a ratio where resolutions are priced',
      'generate-content',
      { size: '16:9' },
      gemini({ aspectRatio: '16:9' }),
      byResolution,
    ],
    [
      'a ratio where resolutions are priced',
      'xai-images',
      { size: '16:9' },
      xai({ aspect_ratio: '16:9', resolution: '1k' }),
      byResolution,
    ],
    [
      'an edit of the shape of its picture',
      'generate-content',
      { image: png },
      gemini(undefined, [{ inlineData }]),
      { ...edit, ...byResolution },
    ],
    [
      'an edit of the shape of its picture',
      'ark-images',
      { image: png, size: 'auto' },
      ark({ image: [dataUrl], size: '1K' }),
      { ...edit, ...byResolution },
    ],
    [
      'an edit of the shape of its picture',
      'xai-image-edits',
      { image: png },
      xai({ image: { url: dataUrl }, resolution: '1k' }),
      { ...edit, ...byResolution },
    ],
  ])('%s over %s: %j', (_what, style, members, expected, options) => {
    expect(sent(style, members, options)).toEqual(expected);
  });

  test('options that the style lacks are dropped, and named', () => {
    const members = { quality: 'low', background: 'opaque', user: 'u', stream: true, partial_images: 1 };
    expect(convert('ark-images', members).dropped).toEqual([
      'background',
      'partial_images',
      'quality',
      'user',
    ]);
  });

  test('a format is not asked for where the row says that the upstream has its own', () => {
    const options = { media: { variant: 'own-format' } };
    expect(sent('ark-images', { response_format: 'url' }, options)).toMatchObject({
      response_format: 'b64_json',
    });
  });
});

test.each<[what: string, style: WireName, members: object, param: string, options?: Options]>([
  ['several', 'generate-content', { n: 2 }, 'n'],
  ['a ratio that nobody has', 'generate-content', { size: '1000x1100' }, 'size'],
  ['addresses', 'generate-content', { response_format: 'url' }, 'response_format'],
  ['a mask', 'generate-content', { image: png, mask: png }, 'mask', edit],
  ['a markup', 'generate-content', { image: png, markup: png }, 'markup', edit],
  ['more pictures', 'generate-content', { image: png, images: [{ image_url: dataUrl }] }, 'images', edit],
  ['one reference for a list', 'ark-images', { images: { image_url: dataUrl } }, 'images'],
  ['more references', 'ark-images', { image: [png], images: [{ image_url: dataUrl }] }, 'images'],
  ['more than four', 'predict', { n: 5 }, 'n'],
  ['a reference', 'predict', { image: [png] }, 'image[0]'],
  ['addresses', 'predict', { response_format: 'url' }, 'response_format'],
  ['4K', 'predict', { size: '4K' }, 'size'],
  ['a ratio that Imagen has not', 'predict', { size: '1536x1024' }, 'size'],
  ['a format', 'predict', { output_format: 'webp' }, 'output_format'],
  ['a mask', 'ark-images', { image: png, mask: png }, 'mask', edit],
  ['a word for a size', 'ark-images', { size: 'large' }, 'size'],
  ['two references', 'xai-image-edits', { image: [png, png] }, 'image[1]'],
  ['4K', 'xai-images', { size: '3840x2160' }, 'size'],
])('%s over %s is a 400 that names the member: %j', (_what, style, members, param, options) => {
  const refuse = (): unknown => {
    try {
      return convert(style, members, options);
    } catch (error) {
      return faultOf(error);
    }
  };
  expect(refuse()).toMatchObject({ status: 400, code: 'invalid_request', param });
});

const geminiAnswer = (parts: object[], finishReason = 'STOP') => ({
  candidates: [{ content: { parts }, finishReason }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1_120 },
});
const inline = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });

describe('what is answered', () => {
  test.each<[style: WireName, reply: object, data: object[], usage: object | undefined]>([
    [
      'generate-content',
      geminiAnswer([{ text: 'Here' }, { thought: true, ...inline('sketch') }, inline(png)]),
      [{ b64_json: png }],
      { input_tokens: 9, output_tokens: 1_120 },
    ],
    [
      'predict',
      { predictions: [{ bytesBase64Encoded: png, mimeType: 'image/png' }] },
      [{ b64_json: png }],
      undefined,
    ],
    [
      'ark-images',
      {
        data: [{ url: 'https://x/a' }, { error: { code: 'c' } }],
        usage: { generated_images: 1, output_tokens: 4, total_tokens: 6 },
      },
      [{ url: 'https://x/a' }],
      { input_tokens: 2, output_tokens: 4 },
    ],
    [
      'xai-images',
      { data: [{ b64_json: png, revised_prompt: 'r' }] },
      [{ b64_json: png, revised_prompt: 'r' }],
      undefined,
    ],
  ])('%s is read as OpenAI writes it', (style, reply, data, usage) => {
    const { text, error, usage: billed } = convert(style, {}).answer(reply);
    const body = JSON.parse(text);
    expect(error).toBeUndefined();
    expect(body).toMatchObject({ created: expect.any(Number), data, ...(usage && { usage }) });
    expect(billed?.metered).toEqual([{ unit: MeteredUnit.IMAGE, variant: '', quantity: 1n }]);
  });

  test('a reference is billed as an image, and told as one', () => {
    const details = { promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 258 }] };
    const reply = geminiAnswer([inline(png)]);
    const usageMetadata = { ...reply.usageMetadata, promptTokenCount: 267, ...details };
    const { text, usage } = convert('generate-content', { image: png }).answer({ ...reply, usageMetadata });
    expect(usage).toMatchObject({ inputFresh: 9, inputImage: 258 });
    expect(JSON.parse(text).usage.input_tokens_details).toEqual({ image_tokens: 258, text_tokens: 9 });
  });

  test.each([
    ['jpeg', '/9j/4AAQSkZJRg=='],
    ['png', png],
    ['webp', 'UklGRgQAAABXRUJQ'],
    [undefined, 'PHN2Zz48L3N2Zz4='],
  ])('tells the format that was made, whichever was asked for: %s', (format, base64) => {
    const reply = geminiAnswer([inline(base64)]);
    const whole = convert('generate-content', { output_format: 'webp' }).answer(reply);
    expect(JSON.parse(whole.text).output_format).toBe(format);
    const streamed = convert('generate-content', { output_format: 'webp', stream: true }).answer(reply);
    expect(JSON.parse(streamed.text.split('data: ')[1] ?? '').output_format).toBe(format);
  });

  test('what was left to the upstream is not told as what was made', () => {
    const { text } = convert('generate-content', { size: 'auto', quality: 'auto' }).answer(
      geminiAnswer([inline(png)]),
    );
    expect(Object.keys(JSON.parse(text))).toEqual(['created', 'data', 'output_format', 'usage']);
  });

  test.each<[style: WireName, reply: object, code: string]>([
    ['generate-content', geminiAnswer([], 'IMAGE_SAFETY'), 'content_policy_violation'],
    ['generate-content', geminiAnswer([{ text: 'No' }], 'PROHIBITED_CONTENT'), 'content_policy_violation'],
    ['generate-content', { promptFeedback: { blockReason: 'SAFETY' } }, 'content_policy_violation'],
    ['generate-content', geminiAnswer([{ text: 'A poem instead' }]), 'no_image'],
    ['generate-content', geminiAnswer([], 'NO_IMAGE'), 'no_image'],
    ['generate-content', geminiAnswer([{ thought: true, ...inline('sketch') }]), 'no_image'],
    ['generate-content', geminiAnswer([inline('')]), 'no_image'],
    ['predict', { predictions: [{ raiFilteredReason: 'unsafe' }] }, 'content_policy_violation'],
    ['predict', {}, 'content_policy_violation'],
    [
      'ark-images',
      { data: [{ error: { code: 'OutputImageSensitiveContentDetected' } }] },
      'content_policy_violation',
    ],
  ])('%s without an image is an error, and no empty list: %j', (style, reply, code) => {
    expect(convert(style, {}).answer(reply)).toMatchObject({ error: { code }, usage: undefined });
  });

  test.each<[style: WireName, reply: object]>([
    ['generate-content', {}],
    ['ark-images', { data: [{ error: { code: 'InternalServiceError' } }] }],
    ['ark-images', {}],
    ['xai-images', { data: [] }],
    ['xai-images', { data: [{ b64_json: '' }] }],
  ])('%s that makes nothing of it is no answer: %j', (style, reply) => {
    expect(() => convert(style, {}).answer(reply)).toThrow();
  });

  test('a stream has one event for each image, and the last one counts', () => {
    const reply = {
      data: [{ b64_json: png }, { b64_json: png }],
      usage: { output_tokens: 4, total_tokens: 4 },
    };
    const { text, contentType } = convert('ark-images', { n: 2, stream: true }).answer(reply);
    expect(contentType).toBe('text/event-stream');
    const events = text.split('\n\n').filter((frame) => frame !== '');
    expect(events.map((frame) => frame.split('\n', 1)[0])).toEqual([
      'event: image_generation.completed',
      'event: image_generation.completed',
    ]);
    expect(events.map((frame) => frame.includes('"usage"'))).toEqual([false, true]);
  });
});

describe('references of a generation over edits', () => {
  const members = { image: [png, png], n: 2, size: '1024x1024', stream: true, partial_images: 2, user: 'u' };

  async function fieldsOf({ body, contentType = '' }: { body: Buffer; contentType?: string }) {
    const headers = { 'content-type': contentType };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.type]);
  }

  test('are files of a form, whose events nobody asks for', async () => {
    const call = convert('image-edits', members);
    expect(await fieldsOf(call)).toEqual([
      ...[
        ['model', 'up'],
        ['prompt', 'a mill'],
        ['n', '2'],
        ['size', '1024x1024'],
        ['user', 'u'],
      ],
      ...[
        ['image[]', 'image/png'],
        ['image[]', 'image/png'],
      ],
    ]);
    expect(call.dropped).toEqual(['partial_images']);
  });

  test.each(['mask', 'markup'])('of an edit keep their %s and their stream', async (layer) => {
    const call = convert('image-edits', { image: png, [layer]: png, stream: true }, edit);
    const fields = await fieldsOf(call);
    expect(fields).toContainEqual(['stream', 'true']);
    expect(fields.slice(-2)).toEqual([
      ['image', 'image/png'],
      [layer, 'image/png'],
    ]);
  });
});
