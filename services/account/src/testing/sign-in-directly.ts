import { z } from 'zod';
import type { Context } from '../context.ts';
import { operations } from '../operations/list.ts';
import { defineOpenOperation } from '../operations/operation.ts';
import { refuse } from '../operations/refuse.ts';
import { signedIn, signIn } from '../sessions/sign-in.ts';
import { fromUserRow, type UserRow } from '../users/store.ts';
import { createTestBrowser, type TestBrowser } from './test-browser.ts';

const operation = 'testing.sign-in';

/** An operation that lets anybody in by their name, as every way in does once it has a proof. */
export function installDirectSignIn(): void {
  operations[operation] = defineOpenOperation({
    summary: 'Signs in',
    input: z.object({ body: z.object({ username: z.string() }) }),
    data: signedIn,
    async run(context, act, { body }) {
      const row = await context
        .knex<UserRow>('users')
        .where({ ...body, removed: false })
        .first();
      return row ? signIn(context, act, fromUserRow(row)) : refuse('user_missing');
    },
  });
}

export function removeDirectSignIn(): void {
  delete operations[operation];
}

export function askToSignIn(browser: TestBrowser, username: string): Promise<unknown> {
  return browser.ask(operation, { body: { username } });
}

/** A browser in which a user without a second factor has signed in. */
export async function createSignedIn(
  context: Context,
  username: string,
  baseUrl?: string,
): Promise<TestBrowser> {
  const browser = createTestBrowser(context, baseUrl);
  await askToSignIn(browser, username);
  return browser;
}
