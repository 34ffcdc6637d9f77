import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiContext } from '../../context.ts';
import { type Ending, finishTask } from '../../sql/endings/finish-task.ts';
import type { Task } from '../../task/task.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
});
afterAll(() => media.stop());

async function make(api: ApiContext, operation: Operation, body: object, taskId = ''): Promise<Task> {
  const { body: said } = await handle(api, requestOf({ operation, taskId, body }));
  return media.read(JSON.parse(Buffer.from(said).toString()).id);
}

/** A video that was made. */
async function made(api: ApiContext): Promise<Task> {
  const source = await make(api, Operation.CREATE_VIDEO, { model: 'sora-2', prompt: 'a mill' });
  const { usage } = source;
  const ending: Ending = { state: 'succeeded', result: { media: [{ kind: 'video' }] }, usage };
  await finishTask(media.context.knex, source.id, media.context.owner, ending);
  return source;
}

test('a remix has as much time as the family of its source', async () => {
  const api = createTestApi(media, [testChannel()]);
  const patient = { ...api, config: { ...api.config, taskTimeouts: new Map([['V1', 172_800_000]]) } };
  const source = await made(patient);
  const remix = await make(patient, Operation.REMIX_VIDEO, { prompt: 'in winter' }, source.id);
  expect(remix.deadlineAt - remix.createdAt).toBe(172_800_000);
});

test('a remix with a file is refused: it would be made, and paid for, without it', async () => {
  const api = createTestApi(media, [testChannel()]);
  const { id } = await made(api);
  media.vendor.asked = [];
  const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
  const form = new FormData();
  form.append('prompt', 'in winter');
  form.append('input_reference', new Blob([png]), 'winter.png');
  const encoded = new Response(form);
  const type = { name: 'content-type', value: encoded.headers.get('content-type') ?? '' };
  const ofForm = requestOf({ operation: Operation.REMIX_VIDEO, taskId: id, headers: [type] });
  ofForm.body = Buffer.from(await encoded.arrayBuffer());
  const image = 'https://files.test/winter.png';
  const inJson = requestOf({ operation: Operation.REMIX_VIDEO, taskId: id, body: { prompt: 'x', image } });
  for (const [request, param] of [
    [ofForm, 'input_reference'],
    [inJson, 'image'],
  ] as const) {
    await expect(handle(api, request)).rejects.toMatchObject({ fault: { status: 400, param } });
  }
  expect(media.vendor.asked).toEqual([]);
});

test('a remix of a video that its vendor no longer keeps is refused as such', async () => {
  const api = createTestApi(media, [testChannel()]);
  const { id } = await made(api);
  const said = { message: "Video with id 'video_1' not found.", type: 'invalid_request_error', code: null };
  const before = media.vendor.answer;
  media.vendor.answer = () => ({ status: 404, body: Buffer.from(JSON.stringify({ error: said })) });
  const request = requestOf({ operation: Operation.REMIX_VIDEO, taskId: id, body: { prompt: 'in winter' } });
  await expect(handle(api, request)).rejects.toMatchObject({
    fault: { status: 400, code: 'invalid_request', message: 'The video to go on from is no longer kept.' },
  });
  media.vendor.answer = before;
});
