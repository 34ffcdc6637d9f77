/** Images through the ingress: the official SDK and plain clients over every kind of upstream that makes them, and their bills. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const rich = 'sk-imagesimagesimagesimagesimagesimages';
const poor = 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor';

const configuration = `
models:
  gpt-image-1: { price: { input: 5, image_input: 10, output: 10, image_output: 40 } }
  gpt-image-2: { image_tier: vip-2k, price: { image: { 2048x2048: 0.10, 2560x1440: 0.15 } } }
  dall-e-3: { price: { image: { 1024x1024:standard: 0.04, 1024x1024:hd: 0.08 } } }
  gemini-3-pro-image: { image_sizes: [1K, 2K], price: { image: { 1K: 0.13, 2K: 0.14 }, input: 2, output: 12 } }
  imagen-4: { price: { image: 0.04 } }
  seedream-4: { size_map: ratio, price: { image: 0.03 } }
  grok-imagine: { price: { image: 0.07 } }
  nano-banana: { price: { image: { 1K: 0.13 }, input: 2, output: 12 } }
channels:
  - { name: openai, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: ["upstream-secret-key"], models: [gpt-image-1, gpt-image-2, dall-e-3] }
  - { name: gemini, provider: gemini, base_url: "\${HEADGATE_SANDBOX_URL}/v1beta", keys: ["upstream-secret-key"], models: [gemini-3-pro-image, { name: imagen-4, upstream: imagen-4.0-generate-001 }] }
  - { name: ark, provider: ark, base_url: "\${HEADGATE_SANDBOX_URL}/api/v3", keys: ["upstream-secret-key"], models: [seedream-4] }
  - { name: xai, provider: openai-compatible, vendor: xai, base_url: "\${HEADGATE_SANDBOX_URL}/vendors/xai/v1", keys: ["upstream-secret-key"], models: [grok-imagine] }
  - { name: openrouter, provider: openai-compatible, vendor: openrouter, base_url: "\${HEADGATE_SANDBOX_URL}/vendors/openrouter/v1", keys: ["upstream-secret-key"], models: [{ name: nano-banana, upstream: google/gemini-3-pro-image-preview }] }
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: rich, key: "${rich}", quota_usd: 1000 }
  - { name: poor, key: "${poor}", quota_usd: 0.03 }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function sdk(apiKey = rich): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

/** The id of a request, and what it was answered. */
async function ask(path: string, body: object, key = rich) {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const id = response.headers.get('x-request-id') ?? '';
  return { id, status: response.status, text: await response.text() };
}

/** What was booked for a request: in units, 500,000 of which are a dollar. */
function billOf(id: string | null | undefined): Promise<Record<string, unknown>> {
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [id]))[0];
  return waitFor(find, `the bill of ${id}`);
}

/** The body that the upstream was sent for a request. */
async function sentFor(id: string): Promise<string> {
  const received: unknown = await (await fetch(`${world.sandboxUrl}/received?requestId=${id}`)).json();
  const [first] = Array.isArray(received) ? received : [];
  return Buffer.from(String(first?.bodyBase64), 'base64').toString();
}

/** Output tokens that are paid for as images. */
function imageTokensOf({ metered }: Record<string, unknown>): unknown {
  const counts: { unit: string; quantity: string }[] = Array.isArray(metered) ? metered : [];
  return counts.find(({ unit }) => unit === 'image_output_token')?.quantity;
}

function widthOf(base64 = ''): number {
  return Buffer.from(base64, 'base64').readUInt32BE(16);
}

describe('the official SDK', () => {
  test('makes images, and pays for text in and images out by their tokens', async () => {
    const asked = {
      model: 'gpt-image-1',
      prompt: 'a mill by a river',
      size: '1024x1024',
      quality: 'low',
    } as const;
    const { data: answer, request_id: id } = await sdk()
      .images.generate({ ...asked, n: 2 })
      .withResponse();
    expect(answer.data?.map(({ b64_json }) => widthOf(b64_json))).toEqual([1_024, 1_024]);
    expect(answer.usage).toMatchObject({ input_tokens: 5, output_tokens: 544 });
    // 5 tokens at 5 dollars a million and 544 at 40 are 0.021785 dollars.
    const bill = await billOf(id);
    expect(bill).toMatchObject({ amount: 10_893n, usage_source: 'upstream' });
    expect(imageTokensOf(bill)).toBe('544');
  });

  test('sees an image become clearer, and pays for what its last event counts', async () => {
    const asked = { model: 'gpt-image-1', prompt: 'a mill', size: '1024x1024', quality: 'low' } as const;
    const { data: events, request_id: id } = await sdk()
      .images.generate({ ...asked, stream: true, partial_images: 2 })
      .withResponse();
    const types: string[] = [];
    for await (const { type } of events) types.push(type);
    const partial = 'image_generation.partial_image';
    expect(types).toEqual([partial, partial, 'image_generation.completed']);
    // Two looks of 100 tokens, and the image.
    expect(imageTokensOf(await billOf(id))).toBe('472');
  });

  test('edits several images under a mask, and pays for images in', async () => {
    const image = () => toFile(Buffer.from(png, 'base64'), 'a.png', { type: 'image/png' });
    const asked = { model: 'gpt-image-1', prompt: 'more water', quality: 'low', size: '1024x1024' } as const;
    const { data: answer, request_id: id } = await sdk()
      .images.edit({ ...asked, image: [await image(), await image()], mask: await image() })
      .withResponse();
    expect(widthOf(answer.data?.[0]?.b64_json)).toBe(1_024);
    const bill = await billOf(id);
    expect(bill).toMatchObject({ input_image: 170n });
    expect(imageTokensOf(bill)).toBe('272');
  });

  test('sees an edit become clearer, under events of its own', async () => {
    const image = await toFile(Buffer.from(png, 'base64'), 'a.png', { type: 'image/png' });
    const asked = { model: 'gpt-image-1', prompt: 'more water', image } as const;
    const types: string[] = [];
    for await (const { type } of await sdk().images.edit({ ...asked, stream: true, partial_images: 1 }))
      types.push(type);
    expect(types).toEqual(['image_edit.partial_image', 'image_edit.completed']);
  });

  test.each([
    ['gemini-3-pro-image', { size: '2048x2048' }, '2K', 70_000n],
    ['imagen-4', { n: 2, size: '1920x1080' }, '1920x1080', 40_000n],
    ['seedream-4', { n: 2, size: '16:9' }, '2560x1440', 30_000n],
    ['grok-imagine', { size: '16:9' }, '16:9', 35_000n],
  ] as const)('is served by %s, and pays by the image', async (model, members, variant, amount) => {
    const asked = { model, prompt: 'a mill', ...members } as OpenAI.ImageGenerateParamsNonStreaming;
    const { data: answer, request_id: id } = await sdk().images.generate(asked).withResponse();
    const count = 'n' in members ? members.n : 1;
    expect(answer.data).toHaveLength(count);
    for (const { b64_json } of answer.data ?? []) expect(b64_json?.length).toBeGreaterThan(100);
    const bill = await billOf(id);
    expect(bill.metered).toEqual([{ unit: 'image', variant, quantity: String(count) }]);
    expect(bill.amount).toBeGreaterThanOrEqual(amount);
    // The prompt of one of them costs something, too.
    expect(bill.amount).toBeLessThan(amount + 100n);
  });

  test('gets one event for each image of an upstream that cannot stream', async () => {
    const asked = { model: 'seedream-4', prompt: 'a mill', n: 2, stream: true } as const;
    const types: string[] = [];
    for await (const { type } of await sdk().images.generate(asked)) types.push(type);
    expect(types).toEqual(['image_generation.completed', 'image_generation.completed']);
  });

  test('pays for the images that were made, not for those that were filtered', async () => {
    const { data: answer, request_id: id } = await sdk()
      .images.generate({ model: 'seedream-4', prompt: 'a mill [[made=1]]', n: 3 })
      .withResponse();
    expect(answer.data).toHaveLength(1);
    expect(await billOf(id)).toMatchObject({ amount: 15_000n });
  });
});

/** One picture at 0.13 dollars, and a few words. */
async function expectOnePicture(id: string | null | undefined): Promise<void> {
  const bill = await billOf(id);
  expect(bill.metered).toEqual([{ unit: 'image', variant: '1K', quantity: '1' }]);
  expect(bill.amount).toBeGreaterThanOrEqual(65_000n);
  expect(bill.amount).toBeLessThan(65_200n);
}

/** The pictures beside what is said, in base64. */
function imagesOf(said: object | undefined): string[] {
  const images: { image_url: { url: string } }[] =
    said && 'images' in said && Array.isArray(said.images) ? said.images : [];
  return images.map(({ image_url: { url } }) => url.replace('data:image/png;base64,', ''));
}

describe.each([
  ['Gemini', 'gemini-3-pro-image'],
  ['OpenRouter', 'nano-banana'],
])('%s draws for the official SDK in chat completions', (_who, model) => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'a mill' }];
  // The SDK knows of no pictures here.
  const asked = { model, messages, modalities: ['image', 'text'] as unknown as ['text'] };

  test('whole, and has the picture on the next turn', async () => {
    const { data: first, request_id: id } = await sdk().chat.completions.create(asked).withResponse();
    const said = first.choices[0]?.message;
    const [image, ...others] = imagesOf(said);
    expect(others).toEqual([]);
    expect(widthOf(image)).toBeGreaterThan(0);
    await expectOnePicture(id);
    if (!said) throw new Error('nothing was said');
    const next = await sdk()
      .chat.completions.create({ ...asked, messages: [...messages, said, { role: 'user', content: 'more' }] })
      .withResponse();
    expect(await sentFor(next.request_id ?? '')).toContain(image);
  });

  test('streamed', async () => {
    const { data: chunks, request_id: id } = await sdk()
      .chat.completions.create({ ...asked, stream: true })
      .withResponse();
    const images: string[] = [];
    for await (const { choices } of chunks) images.push(...imagesOf(choices[0]?.delta));
    expect(images.map((image) => widthOf(image) > 0)).toEqual([true]);
    await expectOnePicture(id);
  });
});

test('Gemini draws for the official SDK in responses, streamed, and has the picture on the next turn', async () => {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'a mill' }];
  const { data: events, request_id: id } = await sdk()
    .responses.create({ model: 'gemini-3-pro-image', input, stream: true })
    .withResponse();
  let output: OpenAI.Responses.ResponseOutputItem[] = [];
  for await (const event of events) if (event.type === 'response.completed') output = event.response.output;
  const drawn = output.find(({ type }) => type === 'image_generation_call');
  if (drawn?.type !== 'image_generation_call') throw new Error('nothing was drawn');
  expect(widthOf(drawn.result ?? '')).toBeGreaterThan(0);
  await expectOnePicture(id);
  const next = await sdk()
    .responses.create({
      model: 'gemini-3-pro-image',
      input: [
        ...input,
        ...(output as OpenAI.Responses.ResponseInputItem[]),
        { role: 'user', content: 'more' },
      ],
    })
    .withResponse();
  expect(await sentFor(next.request_id ?? '')).toContain(drawn.result);
});

describe('what is sent is what is priced', () => {
  test('a ratio is the size of its tier', async () => {
    const { id, status } = await ask('/v1/images/generations', {
      ...{ model: 'gpt-image-2', prompt: 'a mill', size: '16:9' },
    });
    expect(status).toBe(200);
    expect(await sentFor(id)).toContain('"size":"2560x1440"');
    expect(await billOf(id)).toMatchObject({ amount: 75_000n });
  });

  test('what the client left open is said', async () => {
    const { id } = await ask('/v1/images/generations', { model: 'dall-e-3', prompt: 'a mill' });
    expect(await sentFor(id)).toMatch(/"size":"1024x1024".*"quality":"standard"/);
    expect(await billOf(id)).toMatchObject({ amount: 20_000n });
  });

  test('generateContent falls back to 1K, on the wire and in the bill', async () => {
    const generationConfig = { imageConfig: { imageSize: '4K' }, responseModalities: ['IMAGE'] };
    const contents = [{ role: 'user', parts: [{ text: 'a mill' }] }];
    const { id, status } = await ask('/v1beta/models/gemini-3-pro-image:generateContent', {
      ...{ contents, generationConfig },
    });
    expect(status).toBe(200);
    expect(await sentFor(id)).toContain('"imageSize":"1K"');
    const bill = await billOf(id);
    expect(bill.metered).toEqual([{ unit: 'image', variant: '1K', quantity: '1' }]);
    // 0.13 dollars, and 2 tokens of text at 2 dollars a million.
    expect(bill.amount).toBe(65_002n);
  });
});

describe('refusals', () => {
  test.each([
    ['no prompt', { prompt: undefined }, 'prompt'],
    ['no images', { n: 0 }, 'n'],
    ['an address', { image: [png, 'https://example.com/a.png'] }, 'image[1]'],
    ['a size that its tier has not', { model: 'gpt-image-2', size: '1000x1000' }, 'size'],
    ['more than a model makes', { model: 'imagen-4', n: 5 }, 'n'],
  ])('%s', async (_what, members, param) => {
    const { status, text } = await ask('/v1/images/generations', {
      ...{ model: 'gpt-image-1', prompt: 'a mill', ...members },
    });
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({
      type: 'headgate_api_error',
      code: 'invalid_request',
      param,
    });
  });

  test('an edit without an image', async () => {
    const { status, text } = await ask('/v1/edits', { model: 'gpt-image-1', prompt: 'more water' });
    expect([status, JSON.parse(text).error.param]).toEqual([400, 'image']);
  });

  test.each([
    ['gpt-image-1', 'moderation_blocked'],
    ['gemini-3-pro-image', 'content_policy_violation'],
    ['seedream-4', 'InputTextSensitiveContentDetected'],
  ])('what the upstream of %s does not want is an error, and costs nothing', async (model, code) => {
    const { id, status, text } = await ask('/v1/images/generations', {
      model,
      prompt: 'a mill [[filtered]]',
    });
    expect([status, JSON.parse(text).error.code]).toEqual([400, code]);
    expect(await billOf(id)).toMatchObject({ amount: 0n });
  });

  test('who cannot pay for the worst is told before the upstream is', async () => {
    const { id, status } = await ask('/v1/images/generations', { model: 'dall-e-3', prompt: 'a mill' }, poor);
    expect(status).toBe(402);
    expect((await world.served()).filter(({ requestId }) => requestId === id)).toEqual([]);
  });

  test('variations are not implemented', async () => {
    const { status, text } = await ask('/v1/images/variations', {});
    expect([status, JSON.parse(text).error.code]).toEqual([501, 'api_not_implemented']);
  });
});

test('references become an edit where the upstream has no others', async () => {
  const { id, status, text } = await ask('/v1/images/generations', {
    ...{ model: 'gpt-image-1', prompt: 'more water', image: [png, `data:image/png;base64,${png}`] },
    ...{ quality: 'low', size: '1024x1024' },
  });
  expect(status, text).toBe(200);
  expect((await world.served()).find(({ requestId }) => requestId === id)).toMatchObject({
    dialect: 'image-edits',
  });
  expect(await billOf(id)).toMatchObject({ input_image: 170n });
});

test('an edit in JSON is served on the alias', async () => {
  const { status, text } = await ask('/v1/edits', { model: 'gpt-image-1', prompt: 'more water', image: png });
  expect(status, text).toBe(200);
});
