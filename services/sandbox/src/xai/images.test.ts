import { expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const asked = { model: 'grok-imagine-image', prompt: 'A cat', n: 2, aspect_ratio: '3:2' };

async function open() {
  const { post } = await startSandbox();
  return {
    async create(body: Record<string, unknown> = {}, route = 'generations') {
      const answer = await post(`/vendors/xai/v1/images/${route}`, { ...asked, ...body });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
  };
}

test('pictures lie at addresses, or come along', async () => {
  const { create } = await open();
  const { data } = (await create()).json;
  const bytes = Buffer.from(await (await fetch(data[1].url)).arrayBuffer());
  expect(measurePicture(bytes)).toEqual({ format: 'jpeg', width: 1_536, height: 1_024 });
  const [{ b64_json: base64, revised_prompt: words }] = (await create({ response_format: 'b64_json' })).json
    .data;
  expect([measurePicture(Buffer.from(base64, 'base64'))?.width, words]).toEqual([1_536, 'A cat']);
});

test('an edit comes with a picture', async () => {
  const { create } = await open();
  expect((await create({}, 'edits')).status).toBe(400);
  expect((await create({ image: { url: 'https://example.com/a.png' } }, 'edits')).status).toBe(200);
});

test.each([
  [{ size: '1024x1024' }, 400],
  [{ quality: 'high' }, 400],
  [{ n: 11 }, 400],
  [{ prompt: '[[filtered]]' }, 400],
  [{ model: 'unknown-model' }, 404],
  [{ model: 'fault-status-503' }, 503],
])('%j is refused', async (wrong, status) => {
  const { create } = await open();
  expect((await create(wrong)).status).toBe(status);
});
