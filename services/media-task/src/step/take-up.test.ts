import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { takeUp } from './take-up.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => {
  media.vendor.asked = [];
});

function say(body: object, status = 200): { status: number; body: Buffer } {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

const refused = say({ error: { message: 'no such key', code: 'invalid_api_key' } }, 401);

/** Looks at a task as a worker that claimed it. */
async function look(id: string): Promise<void> {
  await takeUp(media.context, await media.claim(id));
}

async function passDeadline(id: string): Promise<void> {
  await media.context.knex.raw(`update task set due_at = now(), deadline_at = now() where id = ?`, [id]);
}

test('a task that no worker had a place to send ends at its deadline, and is looked after by none before', async () => {
  const { id } = await media.deferred();
  await expect(media.claim(id)).rejects.toThrow();
  await passDeadline(id);
  await look(id);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
  expect(media.vendor.asked).toEqual([]);
});

describe('a task whose credential is refused', () => {
  test('is asked for with another key of its channel, which is used from then on', async () => {
    const { id } = await media.submitted({ account: { key: 'old' } });
    await media.submitted({ account: { key: 'new' } });
    media.vendor.answer = ({ headers }) =>
      headers?.authorization === 'Bearer new' ? say({ id: 'x', status: 'in_progress' }) : refused;
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'running', trouble: null });
    media.vendor.asked = [];
    await media.context.knex.raw('update task set due_at = now() where id = ?', [id]);
    await look(id);
    expect(media.vendor.asked.map(({ headers }) => headers?.authorization)).toEqual(['Bearer new']);
  });

  test('does not end because the other key knows nothing of it', async () => {
    const { id } = await media.submitted({ account: { key: 'gone' } });
    await media.submitted({ account: { key: 'of-another-project' } });
    media.vendor.answer = ({ headers }) =>
      headers?.authorization === 'Bearer gone' ? refused : say({ error: { message: 'not found' } }, 404);
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { kind: 'transient' } });
  });

  test('stays with its own where the other key leaves it out', async () => {
    const proxy = { provider: 'midjourney-proxy', baseUrl: 'http://proxy.test' };
    const { id, accountId } = await media.submitted({ surface: 'mj', account: { ...proxy, key: 'gone' } });
    await media.submitted({ surface: 'mj', account: { ...proxy, key: 'of-another-user' } });
    media.vendor.answer = ({ headers }) => (headers?.['mj-api-secret'] === 'gone' ? refused : say({}, 404));
    await look(id);
    expect(await media.read(id)).toMatchObject({ accountId, trouble: { kind: 'transient' } });
  });
});

describe('a task whose credential cannot be opened', () => {
  /** Of a channel at a place of its own. */
  async function sealedAway(baseUrl = `http://${randomUUID()}.test/v1`): Promise<string> {
    const { id } = await media.submitted({ account: { baseUrl, key: 'sealed' } });
    await media.sealAway(id);
    return id;
  }

  test('is asked for with another key of its channel, which is used from then on', async () => {
    const baseUrl = 'http://renewed.test/v1';
    const id = await sealedAway(baseUrl);
    const { accountId } = await media.submitted({ account: { baseUrl, key: 'readable' } });
    media.vendor.answer = () => say({ id: 'x', status: 'in_progress' });
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'running', trouble: null, accountId });
    expect(media.vendor.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer readable']);
  });

  test('is told why it failed without the place of whoever was asked', async () => {
    const baseUrl = 'http://place.test/v1';
    const id = await sealedAway(baseUrl);
    await media.submitted({ account: { baseUrl, key: 'readable' } });
    const error = { message: 'place.test knows no mill', code: 'no' };
    media.vendor.answer = () => say({ id: 'x', status: 'failed', error });
    await look(id);
    expect((await media.read(id)).failure?.message).toMatch(/knows no mill$/);
    expect((await media.read(id)).failure?.message).not.toContain('place.test');
  });

  test('waits, and nobody is asked', async () => {
    const id = await sealedAway();
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { kind: 'transient' } });
    expect(media.vendor.asked).toEqual([]);
  });

  test('ends at its deadline, and what was held for it is given back', async () => {
    const id = await sealedAway();
    await passDeadline(id);
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
    const { rows } = await media.context.knex.raw(
      'select kind from outbox join task using (close_id) where id = ?',
      [id],
    );
    expect(rows).toEqual([{ kind: 'close' }]);
  });
});

test('a task that its vendor finishes at the last look succeeds, however late it is', async () => {
  const { id } = await media.submitted();
  await passDeadline(id);
  media.vendor.answer = () => say({ id: 'x', status: 'completed' });
  await look(id);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', progress: 100 });
});

describe('a task that no worker looked at before its time was over', () => {
  const busy = { ...say({ error: { message: 'slow down' } }, 429), headers: { 'retry-after': '7' } };

  async function late(): Promise<string> {
    const { id } = await media.submitted();
    await passDeadline(id);
    return id;
  }

  async function lookAgain(id: string): Promise<void> {
    await media.context.knex.raw('update task set due_at = now() where id = ?', [id]);
    await look(id);
  }

  test('is not given up for a vendor’s trouble of that moment: it may have been made long ago', async () => {
    const id = await late();
    for (const trouble of [busy, new Error('broken'), say({}, 503)]) {
      media.vendor.answer = () => trouble;
      await lookAgain(id);
      const { state, dueAt } = await media.read(id);
      expect(state).toBe('queued');
      expect(dueAt).toBeGreaterThan(Date.now());
    }
    media.vendor.answer = () => say({ id: 'x', status: 'completed' });
    await lookAgain(id);
    expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
  });

  test.each<[string, string, { status: number; body: Buffer }]>([
    ['a page under 200', 'ark', { status: 200, body: Buffer.from('<html>Back soon</html>') }],
    ['half an answer', 'ark', { status: 200, body: Buffer.from('{"id"') }],
    ['success without a film', 'ark', say({ id: 'x', status: 'succeeded', content: {} })],
    ['nothing of the task', 'midjourney-proxy', say({}, 404)],
  ])('is neither given up nor cancelled for %s: that may pass as well', async (_what, provider, answer) => {
    const surface = provider === 'ark' ? 'video' : 'mj';
    const { id } = await media.submitted({ surface, account: { provider } });
    await passDeadline(id);
    media.vendor.answer = () => answer;
    for (let looks = 1; looks <= 4; looks += 1) {
      await lookAgain(id);
      expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { count: looks } });
    }
    expect(new Set(media.vendor.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
    await lookAgain(id);
    expect(await media.read(id)).toMatchObject({ state: 'failed' });
  });

  test('ends all the same where that does not pass', async () => {
    const id = await late();
    media.vendor.answer = () => busy;
    for (let looks = 1; looks <= 4; looks += 1) {
      await lookAgain(id);
      expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { count: looks } });
    }
    await lookAgain(id);
    expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
  });

  test('ends as well where two in turn know nothing of it, each in its way', async () => {
    const id = await late();
    const unknown = say({ error: { message: 'There is no such video.' } }, 404);
    for (let looks = 1; looks <= 5; looks += 1) {
      media.vendor.answer = () => (looks % 2 === 1 ? say({}, 503) : unknown);
      await lookAgain(id);
    }
    expect(await media.read(id)).toMatchObject({ state: 'failed' });
  });

  test('ends at once where its credential is refused', async () => {
    const { id } = await media.submitted({ account: { key: 'withdrawn' } });
    await passDeadline(id);
    media.vendor.answer = () => refused;
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
  });
});

describe('a create whose outcome is not known, and whose time is over', () => {
  async function lost(key = 'a:b'): Promise<string> {
    const { id } = await media.submitted({ surface: 'kling', account: { provider: 'kling', key } });
    await media.context.knex.raw(
      `update task set state = 'submitting', upstream_id = null, submitted_at = null, wish = ?::jsonb where id = ?`,
      [JSON.stringify({ prompt: 'a mill', references: [], options: { path: 'videos/text2video' } }), id],
    );
    await passDeadline(id);
    return id;
  }

  async function lookAgain(id: string): Promise<void> {
    await media.context.knex.raw('update task set due_at = now() where id = ?', [id]);
    await look(id);
  }

  const unknown = say({ code: 1203, message: 'The requested resource does not exist' }, 404);

  test('ends when its vendor says that there is none', async () => {
    const id = await lost();
    media.vendor.answer = () => unknown;
    await look(id);
    expect(await media.read(id)).toMatchObject({ failure: { code: 'submission_unknown' } });
  });

  test('is looked up again where its vendor had no answer, and goes on where it is found', async () => {
    const id = await lost();
    media.vendor.answer = () => say({ code: 1302, message: 'slow down' }, 429);
    for (let looks = 1; looks <= 4; looks += 1) {
      await lookAgain(id);
      expect(await media.read(id)).toMatchObject({ state: 'submitting', trouble: { count: looks } });
    }
    media.vendor.answer = () => say({ code: 0, data: { task_id: '8001', task_status: 'succeed' } });
    await lookAgain(id);
    expect(await media.read(id)).toMatchObject({ state: 'queued', upstreamId: '8001', trouble: null });
  });

  test('is looked up with another key of its channel where its own is refused, and goes on with that', async () => {
    const id = await lost('refused');
    const other = await media.submitted({ surface: 'kling', account: { provider: 'kling', key: 'good' } });
    media.vendor.answer = ({ headers }) => {
      const isGood = headers?.authorization === 'Bearer good';
      return isGood ? say({ code: 0, data: { task_id: '8002' } }) : say({ code: 1002, message: 'no' }, 401);
    };
    await look(id);
    const { accountId } = other;
    expect(await media.read(id)).toMatchObject({ state: 'queued', upstreamId: '8002', accountId });
  });

  test('is looked up with another key of its channel where its own cannot be opened', async () => {
    const id = await lost('sealed');
    await media.sealAway(id);
    const other = await media.submitted({
      surface: 'kling',
      account: { provider: 'kling', key: 'readable' },
    });
    media.vendor.answer = () => say({ code: 0, data: { task_id: '8003' } });
    await look(id);
    const { accountId } = other;
    expect(await media.read(id)).toMatchObject({ state: 'queued', upstreamId: '8003', accountId });
  });

  test('ends all the same where there never is one', async () => {
    const id = await lost();
    media.vendor.answer = () => new Error('broken');
    for (let looks = 1; looks <= 5; looks += 1) await lookAgain(id);
    expect(await media.read(id)).toMatchObject({ failure: { code: 'submission_unknown' } });
  });
});

test('however long a vendor wants to be left alone, a task is looked at when its time is up', async () => {
  const { id } = await media.submitted({ deadlineMs: 30_000 });
  media.vendor.answer = () => ({ ...say({}, 429), headers: { 'retry-after': '600' } });
  await look(id);
  const { dueAt, deadlineAt } = await media.read(id);
  expect(dueAt).toBeLessThanOrEqual(deadlineAt + 1_000);
});

test('a task that is too late is cancelled where its vendor can, and ends', async () => {
  const { id } = await media.submitted({ account: { provider: 'ark' } });
  await passDeadline(id);
  media.vendor.answer = () => say({ id: 'x', status: 'running' });
  await look(id);
  expect(media.vendor.asked.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
});

test('what another worker found done meanwhile is not cancelled by one that was away for too long', async () => {
  const { id } = await media.submitted({ account: { provider: 'ark' } });
  await passDeadline(id);
  const task = await media.claim(id);
  media.vendor.answer = () => say({ id: 'x', status: 'running' });
  const send: typeof media.context.send = async (request) => {
    const answer = await media.context.send(request);
    const content = { video_url: 'https://files.test/1.mp4' };
    media.vendor.answer = () => say({ id: 'x', status: 'succeeded', content });
    await takeUp({ ...media.context, owner: randomUUID() }, task);
    return answer;
  };
  await takeUp({ ...media.context, send }, task);
  expect(media.vendor.asked.map(({ method }) => method)).toEqual(['GET', 'GET']);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded' });
});

test('a task that its process left unsent ends, and its idempotency key may be used again', async () => {
  const { knex } = media.context;
  const idempotency = { key: 'order-66', requestHash: Buffer.from('what is asked') };
  const { id } = await media.submitted({ idempotency });
  await knex.raw(
    `update task set state = 'held', upstream_id = null, submitted_at = null, due_at = now() where id = ?`,
    [id],
  );
  await look(id);
  expect(await media.read(id)).toMatchObject({ state: 'failed', failure: { code: 'internal_error' } });
  expect(media.vendor.asked).toEqual([]);
  await media.submitted({ idempotency });
});

describe('a worker whose clock is a day ahead', () => {
  afterEach(() => void vi.useRealTimers());

  test('gives up no task whose time is not over', async () => {
    const { id } = await media.submitted();
    media.vendor.answer = () => say({ id: 'x', status: 'in_progress' });
    vi.setSystemTime(Date.now() + 24 * 3_600_000);
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'running', failure: null });
  });
});

describe('a worker whose clock is set an hour ahead while a vendor is asked', () => {
  const hourMs = 3_600_000;

  afterEach(() => void vi.useRealTimers());

  function answerAfterTheJump(answer: ReturnType<typeof say>): void {
    media.vendor.answer = () => {
      vi.setSystemTime(Date.now() + hourMs);
      return answer;
    };
  }

  test('neither ends nor cancels a task whose time is not over', async () => {
    const { id } = await media.submitted({ account: { provider: 'ark' } });
    answerAfterTheJump(say({ id: 'x', status: 'running' }));
    await look(id);
    expect(media.vendor.asked.map(({ method }) => method)).toEqual(['GET']);
    expect(await media.read(id)).toMatchObject({ state: 'running', failure: null });
  });

  test('takes no result for one that is kept no longer', async () => {
    const { id } = await media.submitted();
    const expiresAt = Math.floor((Date.now() + hourMs) / 1_000);
    answerAfterTheJump(say({ id: 'x', status: 'completed', expires_at: expiresAt }));
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'succeeded', failure: null });
  });

  test('goes on looking for a create whose outcome is not known', async () => {
    const { id } = await media.submitted({ surface: 'kling', account: { provider: 'kling', key: 'a:b' } });
    await media.context.knex.raw(
      `update task set state = 'submitting', upstream_id = null, submitted_at = null, wish = ?::jsonb where id = ?`,
      [JSON.stringify({ prompt: 'a mill', references: [], options: { path: 'videos/text2video' } }), id],
    );
    answerAfterTheJump(say({ code: 1203, message: 'no such task' }, 404));
    await look(id);
    expect(await media.read(id)).toMatchObject({ state: 'submitting', failure: null });
  });
});
