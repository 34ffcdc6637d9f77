import { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import { readFields } from './read-fields.ts';

function read(body: string | Buffer, type = 'application/json') {
  const headers = [{ name: 'content-type', value: type }];
  return readFields(HandleRequest.fromPartial({ headers, body: Buffer.from(body) }));
}

test.each([
  '{"prompt":"a\\u0000b"}',
  '{"prompt":"half \\ud83d"}',
  '{"metadata":{"list":["fine",{"deep":"\\ude00"}]}}',
  '{"a\\u0000":1}',
  `{"deep":${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}}`,
])('a text that cannot be written down is refused: %#', async (body) => {
  const refusal = await read(body).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(FaultError);
  expect(refusal).toMatchObject({ fault: { status: 400, code: 'invalid_request' } });
});

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('what is nested more deeply than anybody needs is refused: %s', async (open, close) => {
  const nested = (depth: number) => `{"size":${open.repeat(depth)}1${close.repeat(depth)}}`;
  await expect(read(nested(255))).resolves.toMatchObject({ isForm: false });
  for (const depth of [256, 200_000]) {
    const refusal = await read(nested(depth)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      fault: { status: 400, code: 'invalid_request', message: expect.stringContaining('256') },
    });
  }
});

test.each([
  ['values', `{"list":[${'0,'.repeat(250_000)}0]}`, 'application/json', 'more than 250000 values'],
  ['lists', `{"list":[${'[],'.repeat(130_000)}0]}`, 'application/json', 'more than 250000 values'],
  ['pairs', 'a&'.repeat(500_000), 'application/x-www-form-urlencoded', 'too many parts'],
  ['parts', partsOf(11_000), 'multipart/form-data; boundary=x', 'too many parts'],
])('a crowd of %s is refused before it is read', async (_what, body, type, words) => {
  await expect(read(body, type)).rejects.toMatchObject({
    fault: { status: 400, code: 'invalid_request', message: expect.stringContaining(words) },
  });
});

function partsOf(count: number): string {
  return `${'--x\r\ncontent-disposition: form-data; name=a\r\n\r\n\r\n'.repeat(count)}--x--`;
}

test('as many parts as are taken are read, and no more', async () => {
  const type = 'application/x-www-form-urlencoded';
  expect((await read('a=b&'.repeat(64), type)).fields).toMatchObject({ a: Array(64).fill('b') });
  await expect(read(`${'a=b&'.repeat(64)}a=b`, type)).rejects.toBeInstanceOf(FaultError);
});

test('a text of a form that cannot be written down is refused', async () => {
  const body = `--x\r\ncontent-disposition: form-data; name="prompt"\r\n\r\na\0b\r\n--x--\r\n`;
  await expect(read(body, 'multipart/form-data; boundary=x')).rejects.toBeInstanceOf(FaultError);
});

test('whole characters beyond the first plane are texts, written either way', async () => {
  expect((await read('{"prompt":"\\ud83d\\ude00 😀"}')).fields).toEqual({ prompt: '😀 😀' });
});

test.each([
  ['input_reference', 'input_reference'],
  ['images[]', 'images'],
  ['mask', undefined],
  ['reference_video', undefined],
  ['files[0]', undefined],
])('a file in the part %s is read as %s, or refused', async (part, name) => {
  const form = new FormData();
  form.append('prompt', 'a mill');
  form.append(part, new Blob([Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')]), 'mill.png');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const reading = read(Buffer.from(await encoded.arrayBuffer()), type);
  if (name !== undefined) return expect((await reading).fields).toHaveProperty(name);
  const param = part.replace('[0]', '');
  await expect(reading).rejects.toMatchObject({ fault: { status: 400, code: 'invalid_request', param } });
});

const formType = 'application/x-www-form-urlencoded';

test.each<[string, object]>([
  ['input_reference[image_url]=a', { input_reference: { image_url: 'a' } }],
  ['images[][image_url]=a&images[][image_url]=b', { images: [{ image_url: 'a' }, { image_url: 'b' }] }],
  ['images[]=a', { images: ['a'] }],
  ['images[0]=a&images[1]=b&images=c', { images: ['a', 'b', 'c'] }],
  [
    'metadata[output_config][duration]=10&metadata[mode]=reference',
    { metadata: { output_config: { duration: '10' }, mode: 'reference' } },
  ],
  ['metadata={"mode":"reference"}', { metadata: { mode: 'reference' } }],
  ['a[b=1&[c]=2&[]=3&d]=4', { 'a[b': '1', '[c]': '2', '[]': '3', 'd]': '4' }],
])('a form that is %s is read as an SDK means it', async (body, fields) => {
  expect((await read(body, formType)).fields).toEqual(fields);
});

test('no member of a form is inherited', async () => {
  const { fields } = await read('__proto__[model]=a&a[__proto__][b]=c', formType);
  expect(fields.model).toBeUndefined();
  expect(Object.keys(fields)).toEqual(['__proto__', 'a']);
});

test.each([
  ['metadata={}&metadata[mode]=reference', 'metadata'],
  [`metadata${'[a]'.repeat(9)}=b`, 'metadata'],
  [`metadata${'[a]'.repeat(500_000)}=b`, 'metadata'],
  ['images[a]=b&images=c', 'images'],
])('a form that nobody can mean is refused: %#', async (body, param) => {
  await expect(read(body, formType)).rejects.toMatchObject({ fault: { status: 400, param } });
});
