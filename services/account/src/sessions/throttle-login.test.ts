import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { ask, enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { createPasswords } from '../users/passwords.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
});
afterEach(() => account.stop());

const attempt = (username: string, password: string, ip = '10.6.6.6') =>
  ask(account, 'users.login', { ip, body: { username, password } });
const rows = () => account.context.knex('attempts').where({ kind: 'login' });
/** Lets the pause end, as if the time had passed. */
const pass = () => account.context.knex('attempts').update({ refused_until: account.context.knex.fn.now() });

async function failFiveTimes(username: string, ip?: string): Promise<void> {
  for (let count = 0; count < 5; count += 1)
    expect(await faultFrom(attempt(username, 'wrong', ip))).toMatchObject({ status: 200 });
}

describe('after five refused attempts', () => {
  it('nobody signs in as the user for a little, whatever the password and the address', async () => {
    await failFiveTimes('ada');
    for (const ip of ['10.6.6.6', '10.7.7.7']) {
      const refusal = await faultFrom(attempt('ada', 'ada password', ip));
      expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(refusal.retryAfterMs).toBeGreaterThan(0);
      expect(refusal.retryAfterMs).toBeLessThanOrEqual(15_000);
    }
    await pass();
    await attempt('ada', 'ada password');
    expect(await rows()).toEqual([]);
  });

  it('a name that nobody has is answered alike', async () => {
    await failFiveTimes('ada');
    await failFiveTimes('nobody');
    const [one, other] = [
      await faultFrom(attempt('ada', 'wrong')),
      await faultFrom(attempt('nobody', 'wrong')),
    ];
    expect({ ...one, retryAfterMs: 0 }).toEqual({ ...other, retryAfterMs: 0 });
  });

  it('the pause grows with each further one, up to two minutes', async () => {
    await failFiveTimes('ada');
    const pauses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      pauses.push(Math.round((await faultFrom(attempt('ada', 'wrong'))).retryAfterMs / 15_000));
      await pass();
      await faultFrom(attempt('ada', 'wrong'));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 8]);
  });

  it.each([
    ['another size of letters', 'ADA', 'ada'],
    ['space around it', ' ada ', 'ada'],
    ['space around the address', ' ada@example.com', 'ada@example.com'],
    ['the e-mail address', 'ada', 'ada@example.com'],
  ])('%s beside a name tells nothing of whether there is such a user', async (_, first, second) => {
    const answerOf = async () => {
      await failFiveTimes(first);
      const { status, message } = await faultFrom(attempt(second, 'wrong'));
      return { status, message };
    };
    const users = account.context.knex('users').where({ username: 'ada' });
    await users.clone().update({ email: 'ada@example.com' });
    const ofUser = await answerOf();
    await account.context.knex('attempts').delete();
    await users.clone().update({ username: 'else', email: 'else@example.com' });
    expect(await answerOf()).toEqual(ofUser);
  });

  it('the user still signs in from where they are signed in', async () => {
    await enter(account);
    await failFiveTimes('ada');
    expect((await faultFrom(attempt('ada', 'ada password', '10.7.7.7'))).status).toBe(429);
    await attempt('ada', 'ada password', '10.1.2.3');
  });

  it('of a name that says so, too', async () => {
    await enter(account);
    await failFiveTimes('ada from 10.1.2.3');
    await attempt('ada', 'ada password', '10.1.2.3');
  });
});

it('those made at the same time count as well', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => faultFrom(attempt('ada', 'wrong'))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

it('what there was no room to check counts for nothing', async () => {
  const { context } = account;
  const { passwords } = context;
  context.passwords = createPasswords({ limit: 0 });
  for (let count = 0; count < 6; count += 1)
    expect(await faultFrom(attempt('ada', 'ada password'))).toMatchObject({ status: 429, notStarted: true });
  expect(await rows()).toEqual([]);
  context.passwords = passwords;
  expect((await attempt('ada', 'ada password')).session).toBeDefined();
});

it('rows whose window has ended go with the next attempt', async () => {
  await faultFrom(attempt('somebody', 'wrong'));
  await account.context.knex('attempts').update({ window_ends_at: new Date(Date.now() - 1_000) });
  await faultFrom(attempt('ada', 'wrong'));
  expect(await rows()).toMatchObject([{ count: 1 }]);
});

it('signs in by an e-mail address, however it is written', async () => {
  await account.context.knex('users').where({ username: 'ada' }).update({ email: 'ada@example.com' });
  expect((await attempt(' Ada@Example.COM', 'ada password')).session?.token).toMatch(/^[\w-]{43}$/);
});
