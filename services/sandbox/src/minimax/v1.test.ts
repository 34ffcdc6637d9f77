/** The vendor has no SDK for JavaScript: shapes are those of its documentation. */
import { describe, expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const asked = { model: 'MiniMax-Hailuo-02', prompt: 'A cat', duration: 6, resolution: '768P' };
const frame = 'https://example.com/a.png';

async function open() {
  const sandbox = await startSandbox();
  const { url, post } = sandbox;
  return {
    ...createMediaClient(sandbox),
    async create(body: Record<string, unknown> = {}, key = 'k') {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await post('/v1/video_generation', { ...asked, ...body }, headers);
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
    async get(path: string) {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: 'Bearer k' } });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
  };
}

describe('a film', () => {
  test('is prepared, queued, processed, and lies behind a third call', async () => {
    const { create, get, setClock } = await open();
    const { task_id: id, base_resp: base } = (await create()).json;
    expect([id, base]).toEqual([expect.stringMatching(/^\d+$/), { status_code: 0, status_msg: 'success' }]);
    const states: unknown[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      states.push((await get(`/v1/query/video_generation?task_id=${id}`)).json.status);
    }
    expect(states).toEqual(['Preparing', 'Queueing', 'Processing']);
    const {
      status,
      file_id: fileId,
      video_height: height,
    } = (await get(`/v1/query/video_generation?task_id=${id}`)).json;
    expect([status, height]).toEqual(['Success', 768]);
    const { file } = (await get(`/v1/files/retrieve?file_id=${fileId}`)).json;
    expect(file).toMatchObject({ file_id: fileId, purpose: 'video_generation' });
    const film = await fetch(file.download_url);
    expect((await film.arrayBuffer()).byteLength).toBe(file.bytes);
    await setClock(10 * 3_600_000);
    expect((await fetch(file.download_url)).status).toBe(403);
    const again = (await get(`/v1/files/retrieve?file_id=${fileId}`)).json.file.download_url;
    expect((await fetch(again)).status).toBe(200);
  });

  test.each([
    ['moderated', 1027],
    ['failed', 0],
  ])('that is %s says so under 200', async (ending, code) => {
    const { create, get } = await open();
    const { task_id: id } = (await create({ prompt: `[[polls=1 ends=${ending}]]` })).json;
    const { status, json } = await get(`/v1/query/video_generation?task_id=${id}`);
    expect([status, json.status, json.base_resp.status_code]).toEqual([200, 'Fail', code]);
  });

  test('may succeed without a file', async () => {
    const { create, get } = await open();
    const { task_id: id } = (await create({ prompt: '[[polls=1 ends=empty]]' })).json;
    const { json } = await get(`/v1/query/video_generation?task_id=${id}`);
    expect([json.status, json.file_id]).toEqual(['Success', undefined]);
  });

  test('cannot always be retrieved', async () => {
    const { create, get, script } = await open();
    const { task_id: id } = (await create({ prompt: '[[polls=1]]' })).json;
    const { file_id: fileId } = (await get(`/v1/query/video_generation?task_id=${id}`)).json;
    await script({ kind: 'status-500', on: 'other', vendor: 'minimax', nth: 1 });
    expect((await get(`/v1/files/retrieve?file_id=${fileId}`)).status).toBe(500);
    expect((await get(`/v1/files/retrieve?file_id=${fileId}`)).status).toBe(200);
  });
});

test.each([
  ['status-429', 1002],
  ['moderated', 1026],
  ['broke', 1008],
])('%s has its number under 200', async (kind, code) => {
  const { create, script } = await open();
  await script({ kind });
  const { status, json } = await create();
  expect([status, json.base_resp.status_code]).toEqual([200, code]);
});

test.each([
  [{ model: 'unknown-model' }, 2013],
  [{ prompt: '' }, 2013],
  [{ prompt: 'a'.repeat(2_001) }, 2013],
  [{ duration: 10, resolution: '1080P' }, 2013],
  [{ duration: '6' }, 2013],
  [{ resolution: '768p' }, 2013],
  [{ last_frame_image: frame }, 2013],
  [{ first_frame_image: 'a.png' }, 2013],
  [{ model: 'MiniMax-Hailuo-2.3', first_frame_image: frame, last_frame_image: frame }, 2013],
  [{ model: 'MiniMax-Hailuo-2.3-Fast' }, 2013],
  [{ model: 'T2V-01', resolution: '768P' }, 2013],
  [{ model: 'S2V-01', resolution: undefined }, 2013],
])('%j is refused', async (wrong, code) => {
  const { create } = await open();
  expect((await create(wrong)).json.base_resp.status_code).toBe(code);
});

test('frames and subjects are taken', async () => {
  const { create } = await open();
  const subject = [{ type: 'character', image: [frame] }];
  expect(
    (await create({ first_frame_image: frame, last_frame_image: frame })).json.base_resp.status_code,
  ).toBe(0);
  const character = await create({ model: 'S2V-01', resolution: '720P', subject_reference: subject });
  expect(character.json.base_resp.status_code).toBe(0);
});

test('a bad key is refused', async () => {
  const { create } = await open();
  expect((await create({}, 'bad')).json.base_resp.status_code).toBe(1004);
});
