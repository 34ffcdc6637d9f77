import { wait } from '@headgate/runtime/wait';
import { type Session, signIn } from '../../e2e/testing/session.ts';
import { count, type Tally } from './tally.ts';

/** As in soak.yaml. */
export const password = 'bench-password-of-a-scratch-system';

const everyMs = 500;
const visitsPerSession = 60;

/** What pages of the console ask for, and whose session it takes. */
const pages = [
  ['bench', '/api/user/self'],
  ['bench', '/api/log/self?page_size=20'],
  ['bench', '/api/log/self/stat'],
  ['bench', '/api/data/self'],
  ['bench', '/api/token?page_size=20'],
  ['bench', '/api/task/self?page_size=20'],
  ['bench', '/api/models'],
  ['bench', '/api/user/sessions'],
  ['root', '/api/log?page_size=20'],
  ['root', '/api/log?page_size=20&p=5'],
  ['root', '/api/log/stat'],
  ['root', '/api/data'],
  ['root', '/api/channel?page_size=20'],
  ['root', '/api/models/search?page_size=20'],
  ['root', '/api/user?page_size=20'],
  ['root', '/api/audit?page_size=20'],
  ['root', '/api/task?page_size=20'],
  ['root', '/api/system/status'],
  ['root', '/api/channel/health'],
  ['root', '/api/pricing'],
] as const;

/** Signs in, looks at one page after the other and signs out again, until told to stop. */
export async function keepLooking(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await count(tally, 'a visit of the console', async () => {
      const sessions = {
        bench: await signIn(baseUrl, 'bench', password),
        root: await signIn(baseUrl, 'root', password),
      };
      await visit(sessions, { tally, signal });
      for (const session of Object.values(sessions)) await session.post('/api/user/logout');
    });
    await wait(everyMs);
  }
}

async function visit(
  sessions: Record<'bench' | 'root', Session>,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  for (let place = 0; place < visitsPerSession && !signal.aborted; place += 1) {
    const [as, path] = pages[place % pages.length] ?? pages[0];
    await count(tally, `GET ${path}`, async () => void (await sessions[as].get(path)));
    await wait(everyMs);
  }
}
