import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { recordLosses } from '../../canon/losses.ts';
import { convertImages } from '../../images/answer/convert-images.ts';
import { geminiImages } from '../../images/styles/gemini-images.ts';
import { passage } from './passage.ts';

const png = new Blob([Buffer.from('89504e470d0a1a0a', 'hex')], { type: 'image/png' });

async function read(fields: readonly (readonly [string, string | Blob])[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  return { body, request: passage.readRequest(body, { model: '', stream: false, contentType }) };
}

/** The fields of a body that goes on, as the platform's own parser reads them. */
async function fieldsOf({ body, contentType = '' }: { body: Buffer; contentType?: string }) {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.size]);
}

const asked = [
  ['model', 'm'],
  ['prompt', 'a'],
  ['image', png],
] as const;
const same = { model: 'm', usageOnRequest: false };

test('the bytes pass', async () => {
  const { body, request } = await read([...asked, ['mask', png], ['n', '2'], ['stream', 'true']]);
  expect(request).toMatchObject({ model: 'm', stream: true, size: { choices: 2, imageParts: 2 } });
  expect(request.size.textBytes).toBe(body.length - 16);
  expect(request.passTo(same).body).toBe(body);
});

test.each(['markup', 'images[]', 'image_2'])(
  'a file that is called %s is left out by nobody who does not know it',
  async (name) => {
    const { body, request } = await read([...asked, [name, png]]);
    const order = request.orderFor?.({
      media: undefined,
      prices: undefined,
      isOutputPriced: false,
      isWriter: true,
    });
    expect(order?.passTo(same).body).toBe(body);
    const losses = recordLosses();
    const convert = () =>
      order?.job && convertImages(order, order.job, geminiImages, { model: 'up', members: {} }, losses);
    expect(convert).toThrow(`${name}: is not served by this model`);
  },
);

test('what is drawn over the image is one of its images', async () => {
  const { request } = await read([...asked, ['markup', png]]);
  expect(request.size.imageParts).toBe(2);
});

test.each(['image', 'image[]', 'image[0]'])('sixteen files may be called %s', async (name) => {
  const images = Array.from({ length: 16 }, () => [name, png] as const);
  const { request } = await read([['model', 'm'], ['prompt', 'a'], ...images]);
  expect(request.size.imageParts).toBe(16);
});

test('the size and the quality that are priced are set, and a format that is ignored is taken out', async () => {
  const { request } = await read([
    ...asked.slice(0, 2),
    ['response_format', 'url'],
    ...asked.slice(2),
    ['size', '16:9'],
  ]);
  const order = request.orderFor?.({
    media: {
      ...{ family: '', tier: '', resolution: '', imageTask: false, imageSizes: [] },
      ...{ sizeMap: 'ratio', imageTier: '', variant: 'own-format' },
    },
    prices: new Map([['2560x1440:medium', 1n]]),
    isOutputPriced: false,
    isWriter: false,
  });
  expect(await fieldsOf(order?.passTo({ ...same, model: 'up' }) ?? { body: Buffer.alloc(0) })).toEqual([
    ['quality', 'medium'],
    ['model', 'up'],
    ['prompt', 'a'],
    ['image', 8],
    ['size', '2560x1440'],
  ]);
});

test('what is left to the upstream passes where resolutions are priced', async () => {
  const { body, request } = await read(asked);
  const order = request.orderFor?.({
    media: undefined,
    prices: new Map([['1K', 1n]]),
    isOutputPriced: false,
    isWriter: false,
  });
  expect(order?.passTo(same).body).toBe(body);
  expect(order?.size.metered).toMatchObject([{ variant: '1K' }]);
});

test.each<[what: string, param: string, fields: readonly (readonly [string, string | Blob])[]]>([
  ['no image', 'image', asked.slice(0, 2)],
  ['too many images', 'image', [...asked, ...Array.from({ length: 16 }, () => ['image[]', png] as const)]],
  ['a text for an image', 'image', [...asked.slice(0, 2), ['image', 'aGk=']]],
  ['a text for a mask', 'mask', [...asked, ['mask', 'aGk=']]],
  ['two masks', 'mask', [...asked, ['mask', png], ['mask', png]]],
  ['a text for a markup', 'markup', [...asked, ['markup', 'aGk=']]],
  ['two markups', 'markup', [...asked, ['markup', png], ['markup', png]]],
  ['no prompt', 'prompt', [asked[0], asked[2]]],
  ['no model', 'model', asked.slice(1)],
  ['two models', 'model', [...asked, ['model', 'n']]],
  ['a word for a number', 'n', [...asked, ['n', 'two']]],
  ['a fraction', 'n', [...asked, ['n', '1.5']]],
  ['none', 'n', [...asked, ['n', '0']]],
  ['another word for true', 'stream', [...asked, ['stream', '1']]],
])('%s is a 400 that names the field', async (_what, param, fields) => {
  const error = await read(fields).catch((caught: unknown) => caught);
  expect(faultOf(error)).toMatchObject({ status: 400, code: 'invalid_request', param });
});
