/** Google's SDK against the sandbox; what it no longer sends to the Gemini API goes by the documented shapes. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GenerateVideosOperation, GoogleGenAI } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { mp4Bytes } from '../media/files/mp4.ts';
import { pictureBytes } from '../media/files/picture.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const picture = pictureBytes('png', { width: 1_280, height: 720 });
const image = { bytesBase64Encoded: picture.toString('base64'), mimeType: 'image/png' };
const path = '/v1beta/models/veo-3.1-generate-preview:predictLongRunning';
const key = { 'x-goog-api-key': 'k' };

async function open() {
  const sandbox = await startSandbox();
  const google = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: sandbox.url } });
  const create = async (
    instance: object = {},
    parameters: object = {},
    headers: Record<string, string> = key,
  ) => {
    const body = { instances: [{ prompt: 'A cat', ...instance }], parameters };
    const answer = await sandbox.post(path, body, headers);
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };
  const poll = (name: string) => {
    const operation = new GenerateVideosOperation();
    operation.name = name;
    return google.operations.getVideosOperation({ operation });
  };
  return { ...createMediaClient(sandbox), sandbox, google, create, poll };
}

describe('a film by the Gemini API', () => {
  test('is an operation that says nothing, then that it is not done, then where the film is', async () => {
    const { create, poll, google, setClock, sandbox } = await open();
    const { name } = (await create({ image }, { durationSeconds: 4, aspectRatio: '9:16' })).json;
    expect(name).toMatch(/^models\/veo-3\.1-generate-preview\/operations\/\w+$/);
    const polls = [await poll(name), await poll(name), await poll(name)];
    expect(polls.map(({ done }) => done)).toEqual([undefined, false, true]);
    const uri = polls[2]?.response?.generatedVideos?.[0]?.video?.uri ?? '';
    const file = /files\/\w+/.exec(uri)?.[0] ?? '';
    const downloadPath = join(tmpdir(), `film-${sandbox.url.split(':').at(-1)}.mp4`);
    await google.files.download({ file, downloadPath });
    expect(readFileSync(downloadPath)).toEqual(mp4Bytes({ width: 720, height: 1_280, seconds: 4 }));
    expect((await fetch(uri)).status).toBe(403);
    expect((await fetch(uri, { headers: { 'x-goog-api-key': 'other' } })).status).toBe(404);
    const moved = await fetch(uri, { headers: key, redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/media/files/'),
    ]);
    await setClock(49 * 3_600_000);
    expect((await fetch(uri, { headers: key })).status).toBe(404);
  });

  test('that is filtered is done without an error', async () => {
    const { create, poll } = await open();
    const { name } = (await create({ prompt: '[[polls=1 ends=moderated]]' })).json;
    const { done, error, response } = await poll(name);
    expect([done, error, response?.generatedVideos]).toEqual([true, undefined, undefined]);
    expect(response).toMatchObject({
      raiMediaFilteredCount: 1,
      raiMediaFilteredReasons: [expect.any(String)],
    });
  });

  test.each([
    ['failed', 13],
    ['expired', 4],
    ['cancelled', 1],
  ])('that is %s has the number of an error', async (ending, code) => {
    const { create, poll } = await open();
    const { name } = (await create({ prompt: `[[polls=1 ends=${ending}]]` })).json;
    expect(await poll(name)).toMatchObject({ done: true, error: { code } });
  });

  test('may be done and not there', async () => {
    const { create, poll } = await open();
    const { name } = (await create({ prompt: '[[polls=1 ends=empty]]' })).json;
    expect((await poll(name)).response?.generatedVideos).toBeUndefined();
  });

  test.each([
    [{ image: { inlineData: {} } }, {}],
    [{ image: { fileUri: 'files/1' } }, {}],
    [{ image: { gcsUri: 'gs://a/b.png', mimeType: 'image/png' } }, {}],
    [{ image: { ...image, mimeType: 'image/jpeg' } }, {}],
    [{ lastFrame: image }, {}],
    [{ image, lastFrame: image }, { durationSeconds: 4 }],
    [{ prompt: '' }, {}],
    [{}, { durationSeconds: 5 }],
    [{}, { durationSeconds: '8' }],
    [{}, { resolution: '1080p', durationSeconds: 6 }],
    [{}, { aspectRatio: '1:1' }],
    [{}, { generateAudio: true }],
    [{}, { personGeneration: 'all' }],
    [{}, { sampleCount: 2 }],
    [{ referenceImages: [{ image, referenceType: 'style' }] }, {}],
    [{ referenceImages: [{ image, referenceType: 'asset' }] }, { aspectRatio: '9:16' }],
    [{ image, referenceImages: [{ image, referenceType: 'asset' }] }, {}],
    [{ referenceImages: Array.from({ length: 4 }, () => ({ image, referenceType: 'asset' })) }, {}],
  ])('is refused', async (instance, parameters) => {
    const { create } = await open();
    const { json } = await create(instance, parameters);
    expect(json.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
  });

  test('takes frames and references', async () => {
    const { create } = await open();
    const references = { referenceImages: [{ image, referenceType: 'asset' }] };
    expect((await create({ image, lastFrame: image })).status).toBe(200);
    expect((await create(references)).status).toBe(200);
  });

  test.each([
    '/v1beta/models/veo-3.1-generate-001:predictLongRunning',
    '/v1beta/models/unknown-veo:predictLongRunning',
    '/v1beta/models/gemini-omni-flash:predictLongRunning',
  ])('is not made at %s', async (wrong) => {
    const { sandbox } = await open();
    expect((await sandbox.post(wrong, { instances: [{ prompt: 'A cat' }] }, key)).status).toBe(404);
  });

  test('needs a key', async () => {
    const { create } = await open();
    expect((await create({}, {}, { 'x-goog-api-key': '' })).status).toBe(403);
    expect((await create({}, {}, { 'x-goog-api-key': 'bad' })).status).toBe(400);
  });

  test('meets faults in the words of the vendor', async () => {
    const { create, script } = await open();
    await script({ kind: 'status-429', vendor: 'veo', nth: 1 });
    expect((await create()).json.error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
    await script({ kind: 'broke', vendor: 'veo', nth: 1 });
    expect((await create()).json.error).toMatchObject({
      code: 429,
      message: expect.stringContaining('spending cap'),
    });
  });
});

describe('on Vertex', () => {
  async function openVertex() {
    const sandbox = await startSandbox();
    const credentials = JSON.parse(await (await fetch(`${sandbox.url}/vertex/service-account`)).text());
    const fetchImplementation: typeof fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      return fetch(
        address.replace('https://oauth2.googleapis.com/token', `${sandbox.url}/vertex/token`),
        init,
      );
    };
    const scopes = 'https://www.googleapis.com/auth/cloud-platform';
    const clientOptions = { transporterOptions: { fetchImplementation } };
    return new GoogleGenAI({
      ...{ vertexai: true, project: 'p', location: 'l', httpOptions: { baseUrl: sandbox.url } },
      googleAuthOptions: { credentials, scopes, clientOptions },
    });
  }
  const model = 'veo-3.1-generate-001';

  test('a film comes along', async () => {
    const google = await openVertex();
    const source = {
      prompt: '[[polls=2]]',
      image: { imageBytes: image.bytesBase64Encoded, mimeType: 'image/png' },
    };
    const made = await google.models.generateVideos({
      model,
      source,
      config: { numberOfVideos: 2, generateAudio: true },
    });
    expect(made.name).toMatch(/^projects\/p\/locations\/l\/publishers\/google\/models\/.+\/operations\/\w+$/);
    const waiting = await google.operations.getVideosOperation({ operation: made });
    const done = await google.operations.getVideosOperation({ operation: waiting });
    expect([waiting.done, done.done]).toEqual([undefined, true]);
    const bytes = mp4Bytes({ width: 1_280, height: 720, seconds: 8 }).toString('base64');
    const video = { videoBytes: bytes, mimeType: 'video/mp4' };
    expect(done.response?.generatedVideos).toEqual([{ video }, { video }]);
  });

  test('a film lies in the storage of the caller', async () => {
    const google = await openVertex();
    const source = { prompt: '[[polls=1]]' };
    const config = { outputGcsUri: 'gs://bucket' };
    const operation = await google.models.generateVideos({ model, source, config });
    const { response } = await google.operations.getVideosOperation({ operation });
    expect(response?.generatedVideos?.[0]?.video?.uri).toMatch(/^gs:\/\/bucket\/.+\.mp4$/);
  });

  test('a picture is predicted', async () => {
    const google = await openVertex();
    const config = { numberOfImages: 2, aspectRatio: '16:9', outputMimeType: 'image/jpeg' };
    const request = { model: 'imagen-4.0-generate-001', prompt: 'A cat', config };
    const { generatedImages = [] } = await google.models.generateImages(request);
    const sizes = generatedImages.map(({ image: made }) =>
      measurePicture(Buffer.from(made?.imageBytes ?? '', 'base64')),
    );
    expect(sizes).toMatchObject([{ format: 'jpeg' }, { format: 'jpeg' }]);
  });
});
