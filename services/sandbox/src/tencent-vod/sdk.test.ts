import { expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';
import { createVodClient } from '../testing/vod-client.ts';

const film = { SubAppId: 251_007_502, ModelName: 'Kling', ModelVersion: '2.6', Prompt: 'a cat' };
const picture = { SubAppId: 251_007_502, ModelName: 'OG', ModelVersion: 'image2_low', Prompt: 'a cat' };

async function start() {
  const sandbox = await startSandbox();
  return {
    sandbox,
    client: createVodClient(sandbox.url),
    media: createMediaClient(sandbox),
    /** Addresses begin with the host that the client believes to talk to. */
    get: (url = '') => fetch(url.replace('http://vod.tencentcloudapi.com', sandbox.url)),
  };
}

test('a film is made step by step, and is where its address leads', async () => {
  const { client, get } = await start();
  const { TaskId = '' } = await client.CreateAigcVideoTask({
    ...film,
    OutputConfig: { Duration: 10, Resolution: '1080P', AspectRatio: '9:16' },
    SessionContext: 'mine',
  });
  expect(TaskId).toMatch(/^251007502-AigcVideoTask-\w+t$/);
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push(await client.DescribeTaskDetail({ TaskId }));
  expect(
    seen.map(({ Status, AigcVideoTask }) => [Status, AigcVideoTask?.Status, AigcVideoTask?.Progress]),
  ).toEqual([
    ['WAITING', 'PROCESSING', 0],
    ['PROCESSING', 'PROCESSING', 50],
    ['FINISH', 'FINISH', 100],
  ]);
  const end = seen[2];
  expect(end).toMatchObject({ TaskType: 'AigcVideoTask', AigcImageTask: null, ProcedureTask: null });
  expect(end?.AigcVideoTask).toMatchObject({
    ...{ ErrCode: 0, ErrCodeExt: '', Message: '', SessionContext: 'mine' },
    Input: { ModelName: 'Kling', Prompt: 'a cat' },
    Output: {
      FileInfos: [{ StorageMode: 'Temporary', FileType: 'mp4', FileId: null, MetaData: null }],
      Usage: { OutputSeconds: 10 },
    },
  });
  const file = await get(end?.AigcVideoTask?.Output?.FileInfos?.[0]?.FileUrl);
  expect(file.headers.get('content-type')).toBe('video/mp4');
});

test('a film that is kept has an id, a description and a fraction of a second too much', async () => {
  const { client, media } = await start();
  const { TaskId = '' } = await client.CreateAigcVideoTask({
    ...film,
    OutputConfig: { StorageMode: 'Permanent' },
  });
  await media.step();
  const { AigcVideoTask: task } = await client.DescribeTaskDetail({ TaskId });
  const [kept] = task?.Output?.FileInfos ?? [];
  expect(kept?.FileId).toBeTruthy();
  expect(kept?.MetaData).toMatchObject({
    Duration: 5.042,
    Width: 1280,
    Height: 720,
    Container: expect.stringContaining('mp4'),
  });
});

test('pictures are made in the number and size that were asked for', async () => {
  const { client, media, get } = await start();
  const { TaskId = '' } = await client.CreateAigcImageTask({
    ...picture,
    OutputConfig: { OutputImageCount: 2 },
    ExtInfo: JSON.stringify({ AdditionalParameters: JSON.stringify({ size: '1536x1024' }) }),
  });
  await media.step();
  const { AigcImageTask: task, AigcVideoTask: none } = await client.DescribeTaskDetail({ TaskId });
  expect(none).toBeNull();
  const urls = task?.Output?.FileInfos?.map(({ FileUrl }) => FileUrl) ?? [];
  expect(urls).toHaveLength(2);
  const bytes = Buffer.from(await (await get(urls[1])).arrayBuffer());
  expect(measurePicture(bytes)).toEqual({ format: 'png', width: 1536, height: 1024 });
});

test('addresses are good for seven days', async () => {
  const { client, media, get } = await start();
  const { TaskId = '' } = await client.CreateAigcVideoTask(film);
  await media.step();
  const { AigcVideoTask: task } = await client.DescribeTaskDetail({ TaskId });
  const [file] = task?.Output?.FileInfos ?? [];
  const day = 24 * 3_600_000;
  await media.setClock(6 * day);
  expect((await get(file?.FileUrl)).status).toBe(200);
  await media.setClock(day + 1);
  expect((await get(file?.FileUrl)).status).toBe(403);
});

test('a task that went wrong says so in its error code alone', async () => {
  const { client, media } = await start();
  const endOf = async (ending: string) => {
    const { TaskId = '' } = await client.CreateAigcVideoTask({ ...film, Prompt: `[[ends=${ending}]]` });
    await media.step();
    const { Status, AigcVideoTask: task } = await client.DescribeTaskDetail({ TaskId });
    expect([task?.Status, task?.Output]).toEqual([Status, null]);
    return [Status, task?.ErrCode, task?.ErrCodeExt];
  };
  expect(await endOf('failed')).toEqual(['FINISH', 70000, 'InternalError']);
  expect(await endOf('moderated')).toEqual(['FINISH', 40000, 'InvalidParameter.VoilationContent']);
  expect(await endOf('expired')).toEqual(['FINISH', 70000, 'FailedOperation']);
  expect(await endOf('cancelled')).toEqual(['ABORTED', 70000, 'FailedOperation']);
});

test('a session id is taken once in three days', async () => {
  const { client, media } = await start();
  const named = { ...film, SessionId: 'order-1' };
  await client.CreateAigcVideoTask(named);
  await expect(client.CreateAigcVideoTask(named)).rejects.toMatchObject({
    code: 'InvalidParameterValue.SessionId',
  });
  await media.setClock(3 * 24 * 3_600_000 + 1);
  await client.CreateAigcVideoTask(named);
  expect((await media.log('on=create')).map(({ job }) => job !== null)).toEqual([true, true]);
});

test('a task belongs to its secret id and its application', async () => {
  const { client, sandbox } = await start();
  const { TaskId = '' } = await client.CreateAigcVideoTask(film);
  const unknown = { code: 'ResourceNotFound' };
  await expect(client.DescribeTaskDetail({ TaskId, SubAppId: 1 })).rejects.toMatchObject(unknown);
  await expect(
    createVodClient(sandbox.url, 'AKIDOTHER').DescribeTaskDetail({ TaskId }),
  ).rejects.toMatchObject(unknown);
});

test('tasks of an application are listed, newest first, with the session ids that came with them', async () => {
  const { client, sandbox } = await start();
  const ids = [];
  for (const SessionId of ['one', 'two', 'three']) {
    ids.unshift((await client.CreateAigcVideoTask({ ...film, SessionId })).TaskId);
  }
  const first = await client.DescribeTasks({ SubAppId: film.SubAppId, Limit: 2 });
  const rest = await client.DescribeTasks({ Limit: 2, ScrollToken: first.ScrollToken ?? '' });
  expect([...(first.TaskSet ?? []), ...(rest.TaskSet ?? [])]).toMatchObject(
    ids.map((TaskId, index) => ({ TaskId, SessionId: ['three', 'two', 'one'][index] })),
  );
  expect(rest.ScrollToken).toBe('');
  const ago = { After: '2020-01-01T00:00:00Z', Before: '2020-01-02T00:00:00Z' };
  expect((await client.DescribeTasks({ CreateTime: ago })).TaskSet).toEqual([]);
  expect((await client.DescribeTasks({ SubAppId: 1 })).TaskSet).toEqual([]);
  expect((await createVodClient(sandbox.url, 'AKIDOTHER').DescribeTasks({})).TaskSet).toEqual([]);
});

test('a create is refused under 200, in the words of the vendor', async () => {
  const { client, media } = await start();
  const codeAfter = async (kind: string) => {
    await media.script({ kind, nth: 1 });
    return await client.CreateAigcVideoTask(film).catch(({ code }) => code);
  };
  expect(await codeAfter('status-429')).toBe('RequestLimitExceeded');
  expect(await codeAfter('status-500')).toBe('InternalError');
  expect(await codeAfter('moderated')).toBe('InvalidParameter.VoilationContent');
  expect(await codeAfter('broke')).toBe('LimitExceeded.Quota');
  const log = await media.log('on=create');
  expect(log.map(({ job, status }) => [job, status])).toEqual(Array(4).fill([null, 200]));
});

test('a create whose answer is lost has made a task', async () => {
  const { client, media } = await start();
  await media.script({ kind: 'cut-before-head', nth: 1 });
  await expect(client.CreateAigcVideoTask({ ...film, SessionId: 'once' })).rejects.toThrow();
  expect(await media.log('on=create')).toMatchObject([{ job: expect.any(String), status: null }]);
  await expect(client.CreateAigcVideoTask({ ...film, SessionId: 'once' })).rejects.toMatchObject({
    code: 'InvalidParameterValue.SessionId',
  });
});

test('polls meet a state that nobody knows, no state, no media and a task that is not there yet', async () => {
  const { client, media } = await start();
  const { TaskId = '' } = await client.CreateAigcVideoTask(film);
  await media.step();
  const poll = () => client.DescribeTaskDetail({ TaskId });
  await media.script({ kind: 'unknown-status', nth: 1 });
  const unknown = await poll();
  expect([unknown.Status, unknown.AigcVideoTask?.Status]).toEqual(['reticulating', 'reticulating']);
  await media.script({ kind: 'no-status', nth: 1 });
  expect(await poll()).not.toHaveProperty('Status');
  await media.script({ kind: 'no-media', nth: 1 });
  expect((await poll()).AigcVideoTask).not.toHaveProperty('Output');
  await media.script({ kind: 'status-404', on: 'poll', nth: 1 });
  await expect(poll()).rejects.toMatchObject({ code: 'ResourceNotFound' });
  expect((await poll()).AigcVideoTask?.Output?.FileInfos).toHaveLength(1);
});
