import { GoogleGenAI } from '@google/genai';
import { expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const model = 'gemini-3-pro-image-preview';

async function open() {
  const { url, log } = await startSandbox();
  const google = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } });
  return { models: google.models, log };
}

function measuresOf(data = '') {
  return measurePicture(Buffer.from(data, 'base64'));
}

test('a picture follows what is said, and counts', async () => {
  const { models, log } = await open();
  const config = { imageConfig: { aspectRatio: '16:9', imageSize: '2K' } };
  const answer = await models.generateContent({ model, contents: 'A cat', config });
  const parts = answer.candidates?.[0]?.content?.parts ?? [];
  expect(parts).toMatchObject([{ text: 'A cat' }, { inlineData: { mimeType: 'image/png' } }]);
  expect(measuresOf(parts[1]?.inlineData?.data)).toMatchObject({ width: 2_720, height: 1_536 });
  expect(answer.usageMetadata).toMatchObject({
    candidatesTokenCount: 1_122,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
  });
  expect(await log()).toMatchObject([{ usage: { outputTokens: 1_122, outputImageTokens: 1_120 } }]);
});

test('a picture comes alone, and in a stream', async () => {
  const { models } = await open();
  const config = { responseModalities: ['IMAGE'] };
  const request = { model: 'gemini-2.5-flash-image', contents: 'A cat', config };
  const chunks = await Array.fromAsync(await models.generateContentStream(request));
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  expect(parts.filter(({ text }) => text !== undefined && text !== '')).toEqual([]);
  expect(parts.filter(({ inlineData }) => inlineData)).toHaveLength(1);
  expect(chunks.at(-1)?.usageMetadata?.candidatesTokenCount).toBe(1_290);
});

test('a picture that is not wanted is missing', async () => {
  const { models } = await open();
  const { candidates } = await models.generateContent({ model, contents: 'A cat [[filtered]]' });
  expect(candidates).toMatchObject([{ finishReason: 'IMAGE_SAFETY', content: { parts: [{ text: '' }] } }]);
});

test.each([
  [model, { imageConfig: { imageSize: '2k' } }],
  [model, { imageConfig: { aspectRatio: '2:1' } }],
  ['gemini-2.5-flash-image', { imageConfig: { imageSize: '2K' } }],
  ['gemini-2.5-pro', { responseModalities: ['TEXT', 'IMAGE'] }],
])('%s refuses %j', async (name, config) => {
  const { models } = await open();
  const asked = models.generateContent({ model: name, contents: 'A cat', config });
  await expect(asked).rejects.toMatchObject({ status: 400 });
});
