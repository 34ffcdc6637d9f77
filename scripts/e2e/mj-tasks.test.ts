/** The /mj/ family through the ingress, as its plain clients use it, and what is billed. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buttonOf, createMjClient, type MjRecord } from './testing/mj-client.ts';
import { type MjModel, mjChannel, mjModels, mjUnits } from './testing/mj-models.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-midjourneymidjourneymidjourneymidjou';
const other = 'sk-otherotherotherotherotherotherother';
const image = 'data:image/png;base64,iVBORw0KGgo=';
const poor = 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor';

const configuration = `
models:
${mjModels}
channels: ${mjChannel}
  # Before the other one, but what goes on from its tasks has no business here.
  - name: elsewhere
    provider: midjourney-proxy
    base_url: "\${HEADGATE_SANDBOX_URL}"
    keys: ["another-upstream-secret"]
    priority: 10
    models: [mj_reroll]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: bob, password: bobs-password-for-tests }
keys:
  - { name: artist, key: "${key}", quota_usd: 1000 }
  - { name: other, user: bob, key: "${other}" }
  - { name: poor, key: "${poor}", quota_usd: 0.01 }
`;

let world: World;
let mine: ReturnType<typeof createMjClient>;
let theirs: ReturnType<typeof createMjClient>;
/** A grid and one of its pictures, made by the artist. */
let grid: MjRecord & { requestId: string };
let picture: MjRecord & { requestId: string };
const heard: string[] = [];

beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_EARLY_POLL_MS: '10' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': { ...quick, HEADGATE_RESEND_MS: '100' }, 'media-api': quick },
  });
  mine = createMjClient(world.baseUrl, key, heard);
  theirs = createMjClient(world.baseUrl, other, heard);
  grid = await mine.make('imagine', { prompt: 'a mill by a river', state: 'my note' });
  picture = await mine.make('action', { taskId: grid.id, customId: buttonOf(grid, 'U1') });
}, 300_000);
afterAll(() => world.stop());

/** What was booked for a request: exactly once. */
async function expectBill(requestId: string, model: MjModel, units = mjUnits(model)): Promise<void> {
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [requestId]))[0];
  expect(await waitFor(find, `the bill of ${requestId}`)).toMatchObject({ amount: units, model });
}

async function scriptFault(fault: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ vendor: 'midjourney-proxy', nth: 1, ...fault });
  expect((await fetch(`${world.sandboxUrl}/media/faults`, { method: 'POST', headers, body })).status).toBe(
    201,
  );
}

interface Asked {
  requestId: string | null;
  job: string | null;
}

async function creates(): Promise<Asked[]> {
  return (await (
    await fetch(`${world.sandboxUrl}/media/log?vendor=midjourney-proxy&on=create`)
  ).json()) as Asked[];
}

/** What the vendor was sent for a request. */
async function sentFor(requestId: string): Promise<Record<string, unknown>> {
  const received = await (await fetch(`${world.sandboxUrl}/received?requestId=${requestId}`)).json();
  const [{ bodyBase64 }] = received as [{ bodyBase64: string }];
  return JSON.parse(Buffer.from(bodyBase64, 'base64').toString());
}

describe('a grid', () => {
  test('has a record of its own, with an address and buttons of the gateway’s', () => {
    expect(grid.id).toMatch(/^[0-9A-Za-z]{24}$/);
    expect(grid).toMatchObject({
      action: 'IMAGINE',
      status: 'SUCCESS',
      progress: '100%',
      prompt: 'a mill by a river',
      state: 'my note',
      imageUrl: `${world.baseUrl}/mj/image/${grid.id}`,
      failReason: null,
    });
    expect(grid.buttons).toHaveLength(9);
    for (const { customId } of grid.buttons ?? []) expect(customId).toMatch(/^btn_\d_[0-9A-Za-z]{22}$/);
  });

  test('is paid for once, and so is what its button makes', async () => {
    expect(picture).toMatchObject({
      action: 'UPSCALE',
      customId: buttonOf(grid, 'U1'),
      prompt: 'a mill by a river',
    });
    await expectBill(grid.requestId, 'mj_imagine');
    await expectBill(picture.requestId, 'mj_upscale');
    expect((await creates()).filter(({ requestId }) => requestId === grid.requestId)).toHaveLength(1);
  });

  test('tells its seed', async () => {
    const { status, body } = await mine.call('GET', `/mj/task/${grid.id}/image-seed`);
    expect(status).toBe(200);
    expect(body).toEqual({ code: 1, description: 'Success', result: expect.stringMatching(/^\d+$/) });
  });

  test('is upscaled twice in rows of their own, although the vendor has made it before', async () => {
    const twice = await mine.make('change', { taskId: grid.id, action: 'UPSCALE', index: 2 });
    const again = await mine.make('simple-change', { content: `${grid.id} U2` });
    expect(again.id).not.toBe(twice.id);
    await expectBill(again.requestId, 'mj_upscale');
  });

  test('goes on at the channel that made it, whatever stands before that', async () => {
    const made = await mine.make('change', { taskId: grid.id, action: 'REROLL' });
    expect(made.status).toBe('SUCCESS');
    const [task] = await world.sql('select attempts from media.task where close_id = $1', [made.requestId]);
    expect(task?.attempts).toBe(1);
  });

  test('refuses buttons that it does not have, and those that make nothing', async () => {
    const refused = { code: 4, description: 'unknown_action', result: null, type: 'upstream_error' };
    for (const customId of ['btn_0_unknown', 'MJ::JOB::upsample::1::x', picture.buttons?.at(-1)?.customId]) {
      const answer = await mine.submit('action', { taskId: picture.id, customId });
      expect(answer).toMatchObject({ status: 400, body: refused });
    }
  });
});

describe('its picture', () => {
  test('is shown to everybody, in any page, under no name of the vendor’s', async () => {
    const answer = await fetch(grid.imageUrl ?? '');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${grid.id}.png"`,
    });
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('is not there before the task has succeeded, nor under an id that nobody has', async () => {
    const { body } = await mine.submit('imagine', { prompt: 'not yet [[hold]]' });
    for (const id of [body.result, 'nobody']) {
      const answer = await fetch(`${world.baseUrl}/mj/image/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ error: { code: 'task_not_exist' } });
    }
  });

  test('is a picture, or nothing', async () => {
    await scriptFault({ kind: 'garbage', on: 'content' });
    const answer = await fetch(picture.imageUrl ?? '');
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: { code: 'bad_response' } }]);
  });

  test('is never fetched from an address that is not public', async () => {
    const location = 'http://169.254.169.254/latest/meta-data/';
    await scriptFault({ kind: 'redirect', on: 'content', location });
    expect((await fetch(picture.imageUrl ?? '')).status).toBe(502);
  });

  test('of a film is joined by each of its films', async () => {
    const film = await mine.make('video', { motion: 'low', image, batchSize: 2 });
    expect(film.videoUrls).toHaveLength(2);
    const answer = await fetch(film.videoUrls?.[1]?.url ?? '');
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    await answer.arrayBuffer();
    await expectBill(film.requestId, 'mj_video', 2n * mjUnits('mj_video'));
  });
});

describe('films', () => {
  test('are sent as many as are priced, also where the client leaves it open', async () => {
    const film = await mine.make('video', { motion: 'low', image });
    expect(film.videoUrls).toHaveLength(1);
    expect(await sentFor(film.requestId)).toMatchObject({ batchSize: 1, videoType: 'vid_1.1_i2v_480' });
    await expectBill(film.requestId, 'mj_video');
    const longer = { motion: 'high', action: 'extend', taskId: film.id, index: 0, batchSize: 4 };
    const extended = await mine.make('video', longer);
    expect(await sentFor(extended.requestId)).toMatchObject({ batchSize: 4, videoType: 'vid_1.1_i2v_480' });
    await expectBill(extended.requestId, 'mj_video', 4n * mjUnits('mj_video'));
  });

  test('in high definition have a price of their own', async () => {
    const film = await mine.make('video', {
      motion: 'low',
      image,
      videoType: 'vid_1.1_i2v_720',
      batchSize: 2,
    });
    expect(film).toMatchObject({ action: 'VIDEO', status: 'SUCCESS' });
    expect(await sentFor(film.requestId)).toMatchObject({ batchSize: 2, videoType: 'vid_1.1_i2v_720' });
    await expectBill(film.requestId, 'mj_video_hd', 2n * mjUnits('mj_video_hd'));
  });

  test('of a button are held as four, and billed as they come', async () => {
    const customId = buttonOf(picture, 'Animate (High motion)');
    const film = await mine.make('action', { taskId: picture.id, customId });
    const [hold] = await world.sql('select amount from ledger.hold where ref = $1', [film.requestId]);
    expect(hold?.amount).toBe(4n * mjUnits('mj_video'));
    expect(film.videoUrls).toHaveLength(1);
    await expectBill(film.requestId, 'mj_video');
  });

  test('that nobody has priced are asked of nobody', async () => {
    const before = (await creates()).length;
    for (const [kind, body, said] of [
      [
        'video',
        { motion: 'low', image, videoType: 'vid_2_4k' },
        /^videoType is 'vid_2_4k'; it must be one of vid_1/,
      ],
      ['video', { motion: 'low', image, prompt: 'a fox --bs 4' }, /^prompt has --bs/],
      ['imagine', { prompt: 'a fox --repeat 9' }, /^prompt has --repeat/],
      ['modal', { taskId: grid.id, prompt: 'a fox --repeat 9' }, /^prompt has --repeat/],
    ] as const) {
      const answer = await mine.submit(kind, body);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 4, description: expect.stringMatching(said) },
      });
    }
    expect(await creates()).toHaveLength(before);
  });
});

describe('a button that opens a window', () => {
  test('waits, goes on as the same task when it is filled in, and is paid for once', async () => {
    const pressed = await mine.submit('action', {
      taskId: picture.id,
      customId: buttonOf(picture, 'Vary (Region)'),
    });
    const { result } = pressed.body;
    expect(pressed.body).toMatchObject({ code: 21, description: 'Waiting for window confirm' });
    expect((await mine.read(result)).status).toBe('SUBMITTED');
    const filled = await mine.submit('modal', { taskId: result, prompt: 'a red door', maskBase64: image });
    expect(filled.body).toMatchObject({ code: 1, result });
    const again = await mine.submit('modal', { taskId: result, prompt: 'a blue door' });
    expect(again).toMatchObject({ status: 400, body: { code: 4 } });
    expect(await mine.awaitEnd(result)).toMatchObject({
      action: 'INPAINT',
      status: 'SUCCESS',
      prompt: 'a red door',
    });
    await expectBill(pressed.requestId, 'mj_inpaint');
  });
});

describe('a speed in the path', () => {
  test('wins over the prompt, and goes on as the accounts that may take it', async () => {
    const made = await mine.submit(
      'imagine',
      { prompt: 'a fox --relax --ar 1:1', notifyHook: 'https://x.test' },
      '/mj-fast',
    );
    const sent = await sentFor(made.requestId);
    expect(sent).toEqual({
      prompt: 'a fox --ar 1:1',
      botType: 'MID_JOURNEY',
      accountFilter: { modes: ['FAST'] },
    });
    expect(await mine.awaitEnd(made.body.result)).toMatchObject({ prompt: 'a fox --ar 1:1' });
    expect((await mine.submit('imagine', { prompt: 'a fox' }, '/mj-warp')).status).toBe(404);
  });
});

describe('what is refused', () => {
  test.each([
    [
      'a banned word',
      { prompt: 'a nude statue' },
      undefined,
      { code: 24, properties: { bannedWord: 'nude' } },
    ],
    ['a full queue', { prompt: 'a fox' }, 'status-429', { code: 23, properties: {} }],
    ['no account', { prompt: 'a fox' }, 'status-404', { code: 3, properties: {} }],
  ])('for %s says so with its code, and costs nothing', async (_, body, kind, said) => {
    if (kind !== undefined) await scriptFault({ kind, on: 'create' });
    const answer = await mine.submit('imagine', body);
    expect(answer).toMatchObject({ status: 200, body: { ...said, result: null } });
    const find = async () =>
      (await world.sql('select state, amount from media.task where close_id = $1', [answer.requestId]))[0];
    expect(await find()).toMatchObject({ state: 'failed' });
    await waitFor(async () => {
      const [row] = await world.sql('select count(*) from media.outbox where close_id = $1', [
        answer.requestId,
      ]);
      return row?.count === 0n;
    }, 'the ledger knows');
    const [billed] = await world.sql(
      'select coalesce(sum(amount), 0)::bigint as units from ledger.entry where id = $1',
      [answer.requestId],
    );
    expect(billed?.units).toBe(0n);
  });

  test('for what is missing says what, and asks nobody', async () => {
    const before = (await creates()).length;
    for (const [kind, body, description] of [
      ['imagine', {}, 'prompt_is_required'],
      ['blend', { base64Array: [] }, expect.stringMatching(/^base64Array has 0 pictures; 2 to 5/)],
      ['action', { customId: 'x' }, 'task_id_is_required'],
      ['change', { taskId: grid.id }, 'action_is_required'],
      ['change', { taskId: grid.id, action: 'FLY' }, 'unknown_action'],
      ['change', { taskId: grid.id, action: 'UPSCALE' }, 'index_is_required'],
      ['simple-change', { content: 'what' }, 'content_parse_failed'],
    ] as const) {
      const answer = await mine.submit(kind, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 4, description, result: null } });
    }
    expect(await creates()).toHaveLength(before);
  });

  test('for the quota is refused as everywhere', async () => {
    const { status, body } = await createMjClient(world.baseUrl, poor, heard).submit('imagine', {
      prompt: 'a fox',
    });
    expect([status, Object(body).error.code]).toEqual([402, 'insufficient_user_quota']);
    const unknown = await createMjClient(world.baseUrl, 'sk-nobody', heard).submit('imagine', {
      prompt: 'a fox',
    });
    expect([unknown.status, Object(unknown.body).error.type]).toEqual([401, 'headgate_api_error']);
  });
});

test('what the vendor fails to make costs nothing', async () => {
  const failed = await mine.make('imagine', { prompt: 'no [[ends=failed]]' });
  expect(failed).toMatchObject({ status: 'FAILURE', imageUrl: null, buttons: null });
  expect(failed.failReason).toMatch(/Something went wrong/);
  await expectBill(failed.requestId, 'mj_imagine', 0n);
});

test('a create that went unanswered is a task, and is not sent again', async () => {
  await scriptFault({ kind: 'cut-before-head', on: 'create' });
  const lost = await mine.submit('imagine', { prompt: 'lost on the way' });
  expect(lost).toMatchObject({ status: 200, body: { code: 1 } });
  expect((await mine.read(lost.body.result)).status).toBe('SUBMITTED');
  expect((await creates()).filter(({ requestId }) => requestId === lost.requestId)).toHaveLength(1);
});

test('another user’s task is as unknown as none', async () => {
  const customId = buttonOf(grid, 'U3');
  const asks = (id: string) => [
    theirs.call('GET', `/mj/task/${id}/fetch`),
    theirs.call('GET', `/mj/task/${id}/image-seed`),
    theirs.submit('action', { taskId: id, customId }),
    theirs.submit('change', { taskId: id, action: 'REROLL' }),
    theirs.submit('modal', { taskId: id, prompt: 'mine now' }),
  ];
  const strip = ({ status, body }: { status: number; body: unknown }) => ({ status, body });
  const foreign = (await Promise.all(asks(grid.id))).map(strip);
  const unknown = (await Promise.all(asks('0000000000000000000000AA'))).map(strip);
  expect(foreign).toEqual(unknown);
  for (const { status, body } of foreign)
    expect([status, Object(body).error.code]).toEqual([404, 'task_not_exist']);
  const listed = await theirs.call('POST', '/mj/task/list-by-condition', { ids: [grid.id, picture.id] });
  expect(listed.body).toEqual([]);
  const own = await mine.call('POST', '/mj/task/list-by-condition', { ids: [picture.id, 'nobody', grid.id] });
  expect(own.body.map(({ id }: MjRecord) => id)).toEqual([picture.id, grid.id]);
});

test('nothing of the vendor’s was ever said', async () => {
  const jobs = (await creates()).flatMap(({ job }) => job ?? []);
  expect(jobs.length).toBeGreaterThan(3);
  const said = heard.join('\n');
  for (const job of jobs) expect(said).not.toContain(job);
  expect(said).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/);
  expect(said).not.toMatch(/MJ::|discord|upstream-secret-key|1118138338562560102/i);
  expect(said).not.toContain(new URL(world.sandboxUrl).host);
});
