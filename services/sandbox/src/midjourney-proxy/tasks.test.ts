import { expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { createMidjourneyClient } from '../testing/midjourney-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

async function start() {
  const { url } = await startSandbox();
  return { url, client: createMidjourneyClient(url), media: createMediaClient({ url }) };
}

test('a task goes through all states to a picture with buttons', async () => {
  const { client } = await start();
  const { code, result, properties } = await client.submit('imagine', { prompt: 'a cat', state: 'mine' });
  expect([code, result, properties]).toEqual([
    1,
    expect.stringMatching(/^\d{16}$/),
    { discordInstanceId: expect.any(String) },
  ]);
  const seen = [];
  for (const _ of [1, 2, 3, 4]) seen.push(await client.fetch(result));
  expect(seen.map(({ status, progress, imageUrl }) => [status, progress, typeof imageUrl])).toEqual([
    ['NOT_START', '', 'object'],
    ['SUBMITTED', 'Waiting to start', 'object'],
    ['IN_PROGRESS', '66%', 'string'],
    ['SUCCESS', '100%', 'string'],
  ]);
  expect(seen[3]).toMatchObject({
    ...{ id: result, action: 'IMAGINE', prompt: 'a cat', state: 'mine', failReason: null },
    properties: { finalPrompt: 'a cat' },
  });
  const labels = Object(seen[3]).buttons.map(({ label, emoji }: Record<string, string>) => label || emoji);
  expect(labels).toEqual(['U1', 'U2', 'U3', 'U4', '🔄', 'V1', 'V2', 'V3', 'V4']);
});

test('the picture is where its address leads for a day, and below its id for everybody', async () => {
  const { url, client, media } = await start();
  const { result } = await client.submit('imagine', { prompt: 'a cat' });
  expect((await fetch(`${url}/mj/image/${result}`)).status).toBe(400);
  await media.step();
  const { imageUrl } = await client.fetch(result);
  for (const address of [String(imageUrl), `${url}/mj/image/${result}`]) {
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(measurePicture(bytes)).toEqual({ format: 'png', width: 1024, height: 1024 });
  }
  await media.setClock(24 * 3_600_000 + 1);
  expect((await fetch(String(imageUrl))).status).toBe(403);
});

test('a list has the tasks that are known, and moves each', async () => {
  const { client, media } = await start();
  const [{ result: one }, { result: other }] = [
    await client.submit('imagine', { prompt: 'a cat' }),
    await client.submit('imagine', { prompt: 'a dog [[hold]]' }),
  ];
  await client.list([one, other]);
  const listed = await client.list([other, 'unknown', one]);
  expect(listed.map(({ id, status }) => [id, status])).toEqual([
    [other, 'NOT_START'],
    [one, 'SUBMITTED'],
  ]);
  await media.script({ kind: 'status-404', on: 'poll', nth: 1 });
  expect((await client.list([one, other])).map(({ id }) => id)).toEqual([other]);
  await media.script({ kind: 'unknown-status', nth: 2 });
  expect((await client.list([one, other])).map(({ status }) => status)).toEqual([
    'IN_PROGRESS',
    'reticulating',
  ]);
});

test('tasks end in every way that there is', async () => {
  const { client, media } = await start();
  const endOf = async (ending: string) => {
    const { result } = await client.submit('imagine', { prompt: `[[ends=${ending}]]` });
    await media.step();
    const { status, failReason, imageUrl } = await client.fetch(result);
    return [status, failReason === null, imageUrl ?? null];
  };
  expect(await endOf('failed')).toEqual(['FAILURE', false, null]);
  expect(await endOf('moderated')).toEqual(['FAILURE', false, null]);
  expect(await endOf('cancelled')).toEqual(['CANCEL', false, null]);
  expect(await endOf('empty')).toEqual(['SUCCESS', true, null]);
});

test('a task that is cancelled has ended', async () => {
  const { client } = await start();
  const { result } = await client.submit('imagine', { prompt: 'a cat' });
  expect((await client.call('POST', `/mj/task/${result}/cancel`)).status).toBe(200);
  expect(await client.fetch(result)).toMatchObject({ status: 'CANCEL', failReason: '取消任务' });
});

test('the seed is told once there is a picture', async () => {
  const { client, media } = await start();
  const { result } = await client.submit('imagine', { prompt: 'a cat' });
  expect(await client.seed(result)).toMatchObject({ code: 4 });
  await media.step();
  expect(await client.seed(result)).toMatchObject({ code: 1, result: expect.stringMatching(/^\d+$/) });
  expect(await client.seed('unknown')).toMatchObject({ code: 3 });
});

test('a task belongs to its secret; of others nothing is said', async () => {
  const { url, client } = await start();
  const { result } = await client.submit('imagine', { prompt: 'a cat' });
  const other = createMidjourneyClient(url, 'another');
  expect(await other.call('GET', `/mj/task/${result}/fetch`)).toEqual({ status: 200, text: '' });
  expect(await other.list([result])).toEqual([]);
  expect((await createMidjourneyClient(url, 'bad').call('GET', `/mj/task/${result}/fetch`)).status).toBe(401);
});
