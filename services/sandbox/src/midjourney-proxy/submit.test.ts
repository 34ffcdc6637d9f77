import { expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { createMidjourneyClient } from '../testing/midjourney-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const png = 'data:image/png;base64,iVBORw0KGgo=';

async function start() {
  const { url } = await startSandbox();
  const client = createMidjourneyClient(url);
  const media = createMediaClient({ url });
  return {
    client,
    media,
    /** A task that has succeeded. */
    async finished(kind: string, body: object) {
      const { result } = await client.submit(kind, body);
      await media.step();
      return await client.fetch(result);
    },
  };
}

test.each<[string, object, object]>([
  ['blend', { base64Array: [png, png], dimensions: 'PORTRAIT' }, { action: 'BLEND' }],
  [
    'describe',
    { link: 'https://example.com/a.png' },
    {
      promptEn: expect.stringContaining('4️⃣'),
      properties: { finalPrompt: expect.stringContaining('4️⃣') },
    },
  ],
  ['shorten', { prompt: 'a long prompt' }, { action: 'SHORTEN', imageUrl: null }],
  ['edits', { prompt: 'a hat', image: png }, { action: 'EDITS' }],
  [
    'video',
    { motion: 'low', image: png, batchSize: 2 },
    { action: 'VIDEO', videoUrls: [{}, {}], buttons: [] },
  ],
])('%s is taken and succeeds', async (kind, body, record) => {
  const { finished } = await start();
  const seen = await finished(kind, body);
  expect(seen).toMatchObject({ status: 'SUCCESS', ...record });
});

test('what the proxy does not take it says with a code, and makes nothing', async () => {
  const { client, media } = await start();
  const codeOf = async (kind: string, body: object) => (await client.submit(kind, body)).code;
  expect(await codeOf('imagine', {})).toBe(4);
  expect(await codeOf('imagine', { prompt: 'a', base64Array: ['AA'] })).toBe(4);
  expect(await codeOf('imagine', { prompt: 'a', botType: 'DALLE' })).toBe(4);
  expect(await codeOf('imagine', { prompt: 'a nude cat' })).toBe(24);
  expect(await codeOf('blend', { base64Array: [png] })).toBe(4);
  expect(await codeOf('describe', {})).toBe(4);
  expect(await codeOf('video', { image: png })).toBe(4);
  expect(await codeOf('change', { taskId: '1', action: 'UPSCALE', index: 5 })).toBe(4);
  expect(await codeOf('change', { taskId: '1', action: 'UPSCALE', index: 1 })).toBe(3);
  await media.script({ kind: 'status-429', nth: 1 });
  expect(await codeOf('imagine', { prompt: 'a' })).toBe(23);
  await media.script({ kind: 'status-404', nth: 1 });
  expect(await codeOf('imagine', { prompt: 'a' })).toBe(3);
  expect((await media.log()).filter(({ job }) => job !== null)).toEqual([]);
});

test('the account works on three tasks at once; further ones wait, and are taken all the same', async () => {
  const { client } = await start();
  const codes = [];
  for (const prompt of ['1', '2', '3', '4', '5']) codes.push(await client.submit('imagine', { prompt }));
  expect(codes.map(({ code }) => code)).toEqual([1, 1, 1, 22, 22]);
  expect(codes[4]).toMatchObject({ result: expect.any(String), properties: { numberOfQueues: 2 } });
});

test('a picture is changed once there is one, and upscaled only once', async () => {
  const { client, finished } = await start();
  const { result } = await client.submit('imagine', { prompt: 'a cat' });
  expect(await client.submit('change', { taskId: result, action: 'REROLL' })).toMatchObject({ code: 4 });
  const { id: taskId } = await finished('imagine', { prompt: 'a cat' });
  const variation = await finished('simple-change', { content: `${taskId} V2` });
  expect(variation).toMatchObject({ action: 'VARIATION', prompt: 'a cat', description: `/up ${taskId} V2` });
  const upscale = await client.submit('change', { taskId, action: 'UPSCALE', index: 1 });
  expect(upscale.code).toBe(1);
  expect(await client.submit('change', { taskId, action: 'UPSCALE', index: 1 })).toMatchObject({
    code: 21,
    result: upscale.result,
    properties: { status: 'IN_PROGRESS' },
  });
});

test('buttons act, those of others do not', async () => {
  const { client, finished } = await start();
  const grid = await finished('imagine', { prompt: 'a cat' });
  const press = (task: Record<string, unknown>, label: string) => {
    const button = Object(task).buttons.find((one: Record<string, string>) => one.label === label);
    return { taskId: task.id, customId: button.customId };
  };
  const picture = await finished('action', press(grid, 'U1'));
  expect(picture).toMatchObject({ action: 'UPSCALE', status: 'SUCCESS' });
  expect(await finished('action', press(picture, 'Vary (Strong)'))).toMatchObject({
    action: 'HIGH_VARIATION',
  });
  expect(await finished('action', press(picture, 'Zoom Out 2x'))).toMatchObject({ action: 'ZOOM' });
  const { customId } = press(picture, 'Zoom Out 2x');
  expect(await client.submit('action', { taskId: grid.id, customId })).toMatchObject({ code: 4 });
});

test('a button with a window waits until it is filled in, and goes on as the same task', async () => {
  const { client, media, finished } = await start();
  const grid = await finished('imagine', { prompt: 'a cat' });
  const picture = await finished('change', { taskId: grid.id, action: 'UPSCALE', index: 1 });
  const button = Object(picture).buttons.find((one: Record<string, string>) => one.label === 'Vary (Region)');
  const { code, description, result } = await client.submit('action', {
    taskId: picture.id,
    customId: button.customId,
  });
  expect([code, description]).toEqual([21, 'Waiting for window confirm']);
  await client.fetch(result);
  expect(await client.fetch(result)).toMatchObject({ status: 'MODAL', action: 'INPAINT' });
  expect(await client.submit('modal', { taskId: result, prompt: 'a hat', maskBase64: png })).toMatchObject({
    code: 1,
    result,
  });
  expect(await client.fetch(result)).toMatchObject({ status: 'NOT_START', prompt: 'a hat' });
  await media.step();
  expect(await client.fetch(result)).toMatchObject({ status: 'SUCCESS' });
  expect(await client.submit('modal', { taskId: result, prompt: 'again' })).toMatchObject({ code: 4 });
});

test.each([
  ['describe', { base64: png }, 'a picture, described in way 2 --ar 1:1'],
  ['shorten', { prompt: 'a mill '.repeat(12) }, 'a mill a mill a mill a mill a'],
])(
  'a button of %s opens a window with its line, and nothing is made of no words',
  async (kind, body, line) => {
    const { client, finished } = await start();
    const made = await finished(kind, body);
    const { customId } = Object(made).buttons[1];
    const opened = await client.submit('action', { taskId: made.id, customId });
    expect(opened).toMatchObject({ code: 21, properties: { finalPrompt: line, remix: true } });
    expect(await client.submit('modal', { taskId: opened.result, prompt: '' })).toMatchObject({ code: 4 });
    expect(await client.submit('modal', { taskId: opened.result, prompt: line })).toMatchObject({ code: 1 });
  },
);

test('the speed that was asked for shows in the progress', async () => {
  const { client, media } = await start();
  const fast = await client.call('POST', '/mj-fast/mj/submit/imagine', { prompt: 'a cat' });
  const { result } = JSON.parse(fast.text);
  await media.step({ steps: 2 });
  expect(await client.fetch(result)).toMatchObject({ progress: '(fast, stealth) 66%' });
  const asked = { prompt: 'a dog', accountFilter: { modes: ['RELAX'] } };
  const relaxed = await client.submit('imagine', asked);
  await media.step({ steps: 2 });
  expect(await client.fetch(relaxed.result)).toMatchObject({ progress: '(relax, stealth) 66%' });
});
