import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollTask, requireSent } from '../../step/polls/poll.ts';
import { breakingAfter } from '../../testing/breaking-after.ts';
import { breakingNext } from '../../testing/breaking-next.ts';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { showMjSubmitted } from '../../views/mj-submitted.ts';
import { fillWindow } from './fill-window.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a window that could not be sent stays open', async () => {
  const { knex } = media.context;
  const context = createTestApi(media);
  const { id } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  const masterKey = { current: Buffer.alloc(32, 9), others: [] };
  const fill = (config = context.config) =>
    fillWindow({ ...context, config }, requestOf({ body: { taskId: id, prompt: 'a red door' } }));
  await expect(fill({ ...context.config, masterKey })).rejects.toMatchObject({
    fault: { code: 'task_channel_disable' },
  });
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  expect(await fill()).toMatchObject({ status: 200 });
  expect(media.vendor.asked).toHaveLength(1);
});

test('words that were refused are not those of the task: it is shown and filled in with its own', async () => {
  const context = createTestApi(media);
  const { id, wish } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await context.knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  const say = (body: string) => {
    media.vendor.answer = () => ({ body: Buffer.from(body) });
  };
  const fill = (more: object) => fillWindow(context, requestOf({ body: { taskId: id, ...more } }));
  say('{"code":24,"description":"no","properties":{"bannedWord":"nude"}}');
  const refused = await fill({ prompt: 'a nude' });
  expect(JSON.parse(Buffer.from(refused.body).toString())).toMatchObject({ code: 24 });
  expect((await media.read(id)).wish.prompt).toBe(wish.prompt);
  say('{"code":1,"description":"ok","result":"1"}');
  await fill({});
  const sent = JSON.parse(String(media.vendor.asked.at(-1)?.body));
  expect(sent.prompt).toBe(wish.prompt);
});

test('a window that stands filled in with words of the vendor’s is sent with them, and shown with them until then', async () => {
  const context = createTestApi(media);
  const { id } = await media.submitted({ surface: 'mj', action: 'IMAGINE' });
  const state = JSON.stringify({ window: 'open', line: 'a mill, described' });
  await context.knex.raw('update task set upstream_state = ? where id = ?', [state, id]);
  const open = await media.read(id);
  expect(showMjSubmitted(open, '')).toMatchObject({ properties: { finalPrompt: 'a mill, described' } });
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  await fillWindow(context, requestOf({ body: { taskId: id } }));
  expect(JSON.parse(String(media.vendor.asked.at(-1)?.body)).prompt).toBe('a mill, described');
  expect((await media.read(id)).wish.prompt).toBe('a mill, described');
});

test.each([
  ['nothing', () => undefined],
  ['what was shown', (text: string) => text],
])('words of the vendor’s go back as the vendor said them where a client says %s', async (_what, say) => {
  const line = 'a mill --sref https://a.example/b.png --seed 123456789012345';
  const { id } = await media.submitted({ surface: 'mj', action: 'IMAGINE' });
  const state = JSON.stringify({ window: 'open', line });
  await media.context.knex.raw('update task set upstream_state = ? where id = ?', [state, id]);
  const shown = String(Reflect.get(showMjSubmitted(await media.read(id), '').properties, 'finalPrompt'));
  expect(shown).toBe('a mill --sref [...] --seed [...]');
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  const body = { taskId: id, prompt: say(shown) };
  await fillWindow(createTestApi(media), requestOf({ body }));
  expect(JSON.parse(String(media.vendor.asked.at(-1)?.body)).prompt).toBe(line);
});

test('a window that was refused is open again though the connection to the database broke meanwhile', async () => {
  const { knex, breakNext } = breakingNext(media.context.knex);
  const { id } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  media.vendor.answer = () => {
    breakNext();
    return { body: Buffer.from('{"code":23,"description":"full"}') };
  };
  const request = requestOf({ body: { taskId: id, prompt: 'a red door' } });
  const refused = await fillWindow({ ...createTestApi(media), knex }, request);
  expect(JSON.parse(Buffer.from(refused.body).toString())).toMatchObject({ code: 23 });
  expect((await media.read(id)).upstreamState).toEqual({ window: 'open' });
});

test('a window that was taken is sent, once, though the connection to the database broke before it said so', async () => {
  const knex = breakingAfter(media.context.knex, 'filled');
  const { id } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  media.vendor.asked = [];
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  const request = requestOf({ body: { taskId: id, prompt: 'a red door' } });
  const answered = await fillWindow({ ...createTestApi(media), knex }, request);
  expect(JSON.parse(Buffer.from(answered.body).toString())).toMatchObject({ code: 1, result: id });
  expect(media.vendor.asked.map(({ url }) => url)).toEqual(['http://vendor.test/v1/mj/submit/modal']);
  await expect(fillWindow(createTestApi(media), request)).rejects.toMatchObject({
    fault: { param: 'taskId' },
  });
});

test('whoever fills in a window again under the same idempotency key is told of it, and nothing is sent', async () => {
  const { id } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await media.context.knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  media.vendor.asked = [];
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  const fill = (key: string, prompt: string) => {
    const headers = [{ name: 'idempotency-key', value: key }];
    return fillWindow(createTestApi(media), requestOf({ headers, body: { taskId: id, prompt } }));
  };
  const first = await fill('once', 'a red door');
  expect(await fill('once', 'a red door')).toEqual(first);
  for (const [key, prompt] of [
    ['once', 'a blue door'],
    ['twice', 'a red door'],
  ] as const)
    await expect(fill(key, prompt)).rejects.toMatchObject({ fault: { param: 'taskId' } });
  expect(media.vendor.asked).toHaveLength(1);
});

test('a window that is filled in at the last look is not given up', async () => {
  const { knex } = media.context;
  const account = { provider: 'midjourney-proxy' };
  const { id, upstreamId } = await media.submitted({ surface: 'mj', action: 'INPAINT', account });
  await knex.raw(
    `update task set upstream_state = '{"window": "open"}', deadline_at = now() - interval '1 s' where id = ?`,
    [id],
  );
  const claimed = requireSent(await media.claim(id));
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  await fillWindow(createTestApi(media), requestOf({ body: { taskId: id, prompt: 'a red door' } }));
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify({ id: upstreamId, status: 'MODAL' })) });
  await pollTask(media.context, claimed);
  expect(await media.read(id)).toMatchObject({ state: 'queued', failure: null });
  expect(media.vendor.asked.filter(({ url }) => url.endsWith('/cancel'))).toEqual([]);
  await knex.raw('update task set due_at = now() where id = ?', [id]);
  expect(await media.claim(id)).toMatchObject({ id });
});

test('a task whose time is over by the clock of its worker alone is looked at again after a pause, not at once', async () => {
  const { knex } = media.context;
  const account = { provider: 'midjourney-proxy' };
  const { id, upstreamId } = await media.submitted({ surface: 'mj', action: 'INPAINT', account });
  await knex.raw(
    `update task set upstream_state = '{"window": "open"}', due_at = now(), deadline_at = now() + interval '1 minute' where id = ?`,
    [id],
  );
  const claimed = requireSent(await media.claim(id));
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify({ id: upstreamId, status: 'MODAL' })) });
  await pollTask(media.context, { ...claimed, deadlineAt: Date.now() - 1 });
  const { rows } = await knex.raw('select lease_until, due_at > now() as is_later from task where id = ?', [
    id,
  ]);
  expect(rows).toEqual([{ lease_until: null, is_later: true }]);
});
