import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { type Session, signIn } from '../../e2e/testing/session.ts';
import { password } from './keep-looking.ts';
import { count, type Tally } from './tally.ts';

const everyMs = 10_000;

interface Change {
  name: string;
  make(around: Around, turn: number): Promise<void>;
}

interface Around {
  baseUrl: string;
  root: Session;
  bench: Session;
}

/** In turn; each is back where it began after a few, so that there is never more of anything. */
const changes: readonly Change[] = [
  { name: 'a key is made, switched off and deleted', make: changeKey },
  {
    name: 'a price is changed',
    make: ({ root }, turn) =>
      put(root, '/api/models', { name: 'changing-model', price: { call: 0.01 * (1 + (turn % 5)) } }),
  },
  {
    name: "a channel's weight is changed",
    make: async ({ root }, turn) =>
      put(root, '/api/channel/', { id: await changingChannel(root), weight: 1 + (turn % 5) }),
  },
  {
    name: 'a channel is switched off or on',
    make: async ({ root }, turn) =>
      put(root, '/api/channel/', { id: await changingChannel(root), enabled: turn % 2 === 0 }),
  },
  {
    name: "a group's ratio is changed",
    make: ({ root }, turn) => put(root, '/api/group', { name: 'changing', ratio: 1 + (turn % 3) / 10 }),
  },
];

/** Changes what the gateway goes by, one thing after the other, until told to stop. */
export async function keepChanging(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  const around: Around = {
    baseUrl,
    root: await signIn(baseUrl, 'root', password),
    bench: await signIn(baseUrl, 'bench', password),
  };
  for (let turn = 0; !signal.aborted; turn += 1) {
    const change = changes[turn % changes.length];
    if (change) await count(tally, change.name, () => change.make(around, turn));
    await wait(everyMs, signal).catch(() => undefined);
  }
}

async function changeKey({ baseUrl, bench }: Around, turn: number): Promise<void> {
  const made = (await bench.post('/api/token', { name: `changing ${turn}` })) as { id: number; key: string };
  const isAnswered = (status: number): Promise<unknown> =>
    waitFor(async () => (await call(baseUrl, made.key)) === status, `a new key is answered ${status}`);
  await isAnswered(200);
  await bench.put('/api/token', { id: made.id, status: 2 });
  await isAnswered(401);
  await bench.delete(`/api/token/${made.id}`);
}

async function call(baseUrl: string, key: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'changing-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.text();
  return answer.status;
}

async function put(session: Session, path: string, body: object): Promise<void> {
  await session.put(path, body);
}

async function changingChannel(root: Session): Promise<number> {
  const { items } = (await root.get('/api/channel/search?keyword=changing')) as { items: { id: number }[] };
  const [first] = items;
  if (!first) throw new Error('there is no channel to be changed');
  return first.id;
}
