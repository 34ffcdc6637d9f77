import { signIn } from '../../e2e/testing/session.ts';
import { askChat } from '../load.ts';
import { rootPassword } from './configuration.ts';
import type { Kept, Lost } from './history.ts';
import { awaitTask, makeTask, readTask } from './tasks.ts';

/** What people, keys and tasks of before and after the backup meet after the restore, as their clients see it. */
export async function checkRows(baseUrl: string, kept: Kept, lost: Lost): Promise<string[]> {
  const violations: string[] = [];
  const expect = (what: string, found: unknown, expected: unknown): void => {
    if (found !== expected) violations.push(`${what} is ${found}, not ${expected}`);
  };
  const failureOf = async (key: string): Promise<string> => (await askChat(baseUrl, key, false)).failure;

  expect('the task that had ended before the backup', await readTask(baseUrl, kept.ended), 'completed');
  await awaitTask(baseUrl, kept.open);
  expect('the task that ended after the backup', await readTask(baseUrl, lost.ended), '404');
  expect('the task that was under way at the loss', await readTask(baseUrl, lost.underWay), '404');
  await awaitTask(baseUrl, await makeTask(baseUrl));

  const self = Object(await kept.session.get('/api/user/self'));
  expect('who has a session from before the backup', self.username, 'root');
  const session = await signIn(baseUrl, 'root', rootPassword);
  expect('what meets the key made after the backup', await failureOf(lost.key.text), 'answered 401');
  const made = Object(await session.post('/api/token', { name: 'next', remain_quota: 500_000 }));
  expect('what meets a key made after the restore', await failureOf(String(made.key)), '');
  expect('whether its id is none of a lost key', Number(made.id) > lost.key.id, true);
  return violations;
}
