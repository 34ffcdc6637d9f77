import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SendError } from '../../call/send.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

describe('a seed whose channel has got another key since', () => {
  const found = say(200, { code: 1, description: 'Success', result: '1234' });

  /** Asks for a seed, where the vendor answers each key so; the last one is the oldest. */
  async function ask(said: Record<string, ReturnType<typeof say> | Error>, { isLost = false } = {}) {
    const { knex, owner } = media.context;
    const account = {
      ...testAccount,
      provider: 'midjourney-proxy',
      baseUrl: 'http://proxy.test',
      key: 'old',
    };
    const { id, channelId, usage } = await media.submitted({ surface: 'mj', action: 'IMAGINE', account });
    await finishTask(knex, id, owner, { state: 'succeeded', result: { media: [] }, usage });
    if (isLost) await media.sealAway(id);
    for (const key of Object.keys(said).reverse())
      await keepAccount(knex, testMasterKey, channelId ?? 0n, { ...account, key });
    media.vendor.answer = ({ headers }) => said[String(headers['mj-api-secret'])] ?? say(401, { code: 401 });
    return handle(createTestApi(media), requestOf({ operation: Operation.MJ_SEED, taskId: id }));
  }

  test('is asked for with that', async () => {
    const { body } = await ask({ new: found });
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ code: 1, result: '1234' });
  });

  test('is asked for with that also where the old one cannot be opened', async () => {
    const { body } = await ask({ new: found }, { isLost: true });
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ code: 1, result: '1234' });
  });

  test.each([
    ['that it does not know the task', say(200, { code: 3, description: 'no such task' })],
    ['404', say(404, {})],
    ['nothing', new SendError('nobody there', false)],
  ])(
    'is asked for with the next one where another says %s: it may be of another account',
    async (_, said) => {
      const { body } = await ask({ another: said, new: found });
      expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ code: 1, result: '1234' });
    },
  );

  test('is not to be had where none knows it', async () => {
    await expect(ask({ old: say(401, {}), new: say(404, {}) })).rejects.toMatchObject({
      fault: { code: 'bad_response' },
    });
  });
});

function say(status: number, body: object) {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}
