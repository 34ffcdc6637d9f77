import { type Session, signIn } from '../../e2e/testing/session.ts';
import type { Sql } from '../../e2e/testing/sql.ts';
import { askChat } from '../load.ts';
import { awaitBilled } from './await-billed.ts';
import { rootPassword } from './configuration.ts';
import { awaitTask, makeTask, type Task } from './tasks.ts';

/** What was there before the backup. */
export interface Kept {
  session: Session;
  /** Had ended by then. */
  ended: Task;
  /** Was under way then, and ended afterwards. */
  open: Task;
}

/** What was made after it, and is in no backup. */
export interface Lost {
  key: { id: number; text: string };
  /** Requests by that key: their closes are kept, and wait for a person. */
  requestIds: string[];
  /** Ended before the loss, and was billed. */
  ended: Task;
  /** Was under way at the loss: a vendor makes it for nobody. */
  underWay: Task;
}

export async function makeKept(baseUrl: string): Promise<Kept> {
  const session = await signIn(baseUrl, 'root', rootPassword);
  const ended = await makeTask(baseUrl);
  await awaitTask(baseUrl, ended);
  return { session, ended, open: await makeTask(baseUrl) };
}

const requestsByLostKey = 3;

export async function makeLost(baseUrl: string, sql: Sql['query'], { session, open }: Kept): Promise<Lost> {
  const made = Object(await session.post('/api/token', { name: 'lost', remain_quota: 500_000 }));
  const key = { id: Number(made.id), text: String(made.key) };
  const asked = Array.from({ length: requestsByLostKey }, () => askChat(baseUrl, key.text, false));
  const requestIds = (await Promise.all(asked)).flatMap(({ id }) => id ?? []);
  const ended = await makeTask(baseUrl);
  await Promise.all([open, ended].map((task) => awaitTask(baseUrl, task)));
  await awaitBilled(sql);
  return { key, requestIds, ended, underWay: await makeTask(baseUrl) };
}
