import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiContext } from '../context.ts';
import { keepAccount } from '../sql/accounts.ts';
import { type Ending, finishTask } from '../sql/finish-task.ts';
import type { Task } from '../task/task.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../testing/test-media.ts';
import { handle } from './index.ts';

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

describe('a remix whose source was made with a key that was renewed since', () => {
  const said = (status: number, body: object) => ({ status, body: Buffer.from(JSON.stringify(body)) });
  const refused = said(401, { error: { message: 'No.', code: 'invalid_api_key' } });

  /** Remixes a video; the vendor answers each key so. */
  async function remix(answers: Record<string, ReturnType<typeof said>>) {
    const before = media.vendor.answer;
    const api = createTestApi(media, [testChannel()]);
    const { id } = await made(api);
    await keepAccount(media.context.knex, testMasterKey, 3n, { ...testAccount, key: 'new-key' });
    const keys: string[] = [];
    media.vendor.answer = ({ headers }) => {
      const key = String(headers.authorization).slice('Bearer '.length);
      keys.push(key);
      return answers[key] ?? refused;
    };
    const request = requestOf({ operation: Operation.REMIX_VIDEO, taskId: id, body: { prompt: 'winter' } });
    const answer = await handle(api, request).catch((error: unknown) => error);
    media.vendor.answer = before;
    return { answer, keys };
  }

  test('is made with the new one', async () => {
    const { answer, keys } = await remix({ 'new-key': said(200, { id: 'video_2', status: 'queued' }) });
    expect(answer).toMatchObject({ status: 200 });
    expect(keys).toEqual(['the-key', 'new-key']);
  });

  test('goes to no other account for any other reason', async () => {
    const { answer, keys } = await remix({ 'the-key': said(429, { error: { message: 'No.' } }) });
    expect(answer).toMatchObject({ fault: { status: 429 } });
    expect(keys).toEqual(['the-key']);
  });
});
