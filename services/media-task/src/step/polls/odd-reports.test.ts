/** What vendors say that cannot be written down, or counted: a task ends all the same, and its hold with it. */
import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { takeUp } from '../take-up.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** What becomes of a task of which its vendor says this. */
async function ask(said: object, account: object = {}) {
  const { id, closeId } = await media.submitted({ account });
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(said)) });
  await takeUp(media.context, await media.claim(id));
  const [told] = await rowsOf<{ close: Buffer }>(
    media.context.knex,
    'select close from outbox where close_id = ?',
    [closeId],
  );
  return { task: await media.read(id), close: told && Close.decode(told.close) };
}

const failed = (message: string) => ({ status: 'failed', error: { code: 'internal_error', message } });

test.each([
  ['a character that is cut in two where it becomes too long', `${'no! '.repeat(124)}${'😀'.repeat(20)}`],
  ['half of a character', 'a \ud83d hat'],
  ['a zero character', 'a \0 hat'],
])('a failure ends the task whose reason holds %s', async (_name, message) => {
  const { task, close } = await ask(failed(message));
  expect(task).toMatchObject({ state: 'failed', failure: { code: 'internal_error' } });
  expect(task.failure?.message.isWellFormed()).toBe(true);
  expect(close).toMatchObject({ consumed: 0n });
});

test('a result ends the task whose address holds such', async () => {
  const url = 'https://cdn.test/a\0b\ud83d.mp4';
  const { task } = await ask({ status: 'succeeded', content: { video_url: url } }, { provider: 'ark' });
  expect(task).toMatchObject({ state: 'succeeded', result: { media: [{ kind: 'video' }] } });
});

test.each([-5, 1e30])(
  'a result with a count of %d is billed as it was asked for',
  async (completion_tokens) => {
    const content = { video_url: 'https://cdn.test/a.mp4' };
    const said = { status: 'succeeded', content, usage: { completion_tokens } };
    const { task, close } = await ask(said, { provider: 'ark' });
    expect(task.state).toBe('succeeded');
    expect(close?.usage).toEqual(task.usage);
  },
);
