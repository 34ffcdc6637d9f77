import { expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const path = '/v1beta/models/imagen-4.0-generate-001:predict';
const key = { 'x-goog-api-key': 'k' };

async function open() {
  const { post, log } = await startSandbox();
  return {
    log,
    async predict(prompt: string, parameters: object = {}, at = path) {
      const answer = await post(at, { instances: [{ prompt }], parameters }, key);
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
  };
}

test('pictures have the size of their ratio, and count nothing', async () => {
  const { predict, log } = await open();
  const { json } = await predict('A cat', { sampleCount: 2, aspectRatio: '9:16', sampleImageSize: '2K' });
  expect(json.predictions).toHaveLength(2);
  const [{ mimeType, bytesBase64Encoded }] = json.predictions;
  expect(mimeType).toBe('image/png');
  const measured = measurePicture(Buffer.from(bytesBase64Encoded, 'base64'));
  expect(measured).toEqual({ format: 'png', width: 1_536, height: 2_816 });
  expect(await log()).toMatchObject([{ dialect: 'predict', usage: { inputTokens: 0, outputTokens: 0 } }]);
});

test('pictures that are not wanted are left out, with a reason where one is asked for', async () => {
  const { predict } = await open();
  expect(await predict('[[filtered]]')).toEqual({ status: 200, json: {} });
  const { json } = await predict('[[filtered]]', { includeRaiReason: true });
  expect(json).toEqual({ predictions: [{ raiFilteredReason: expect.any(String) }] });
});

test.each([
  ['', {}],
  ['A cat', { sampleCount: 5 }],
  ['A cat', { aspectRatio: '2:1' }],
  ['A cat', { sampleImageSize: '1k' }],
  ['A cat', { numberOfImages: 1 }],
])('%s with %j is refused', async (prompt, parameters) => {
  const { predict } = await open();
  expect((await predict(prompt, parameters)).status).toBe(400);
});

test('a model that fails fails', async () => {
  const { predict } = await open();
  const { status } = await predict('A cat', {}, '/v1beta/models/fault-status-503:predict');
  expect(status).toBe(503);
});
