/** What is changed at one of four ingresses holds at all of them: says how long that took, from the answer to the change. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { type Session, signIn } from './testing/session.ts';
import { startWorld, type World } from './testing/world.ts';

const ingresses = ['ingress', 'ingress-2', 'ingress-3', 'ingress-4'];
const times = 5;

let world: World;
let session: Session;
beforeAll(async () => {
  world = await startWorld(configuration, { ingresses: ingresses.length, textGateways: 2 });
  session = await signIn(world.baseUrl, 'root', rootPassword);
}, 120_000);
afterAll(() => world.stop());

async function ask(ingress: string, model: string): Promise<number> {
  const answer = await fetch(`${world.baseUrlOf(ingress)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.unlimited}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Makes a change, and says how many milliseconds later each ingress answers so. */
async function spread(change: () => Promise<unknown>, status: number, model: string): Promise<number[]> {
  await change();
  const changedAt = performance.now();
  return Promise.all(
    ingresses.map(async (ingress) => {
      await waitFor(async () => (await ask(ingress, model)) === status, `${ingress} answers ${status}`, {
        timeoutMs: 60_000,
        everyMs: 10,
      });
      return performance.now() - changedAt;
    }),
  );
}

function say(what: string, latenciesMs: readonly number[]): void {
  const sorted = latenciesMs.map(Math.round).toSorted((one, other) => one - other);
  process.stdout.write(
    `${what}, ms until each of ${ingresses.length} ingresses had it, ${times} times: ${sorted.join(' ')}\n`,
  );
}

async function idOf(list: string, name: string): Promise<number> {
  const { items } = Object(await session.get(`${list}?page_size=100`));
  const found = items.find((item: { name: string }) => item.name === name);
  return found.id;
}

test('a key that is revoked and given back', async () => {
  const id = await idOf('/api/token/', 'unlimited');
  const setStatus = (status: number) => () => session.put('/api/token/?status_only=true', { id, status });
  const [revoked, back]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    revoked.push(...(await spread(setStatus(2), 401, 'call-model')));
    back.push(...(await spread(setStatus(1), 200, 'call-model')));
  }
  say('a key revoked', revoked);
  say('a key given back', back);
  expect(revoked).toHaveLength(times * ingresses.length);
}, 180_000);

test('a channel that is disabled and enabled, at every gateway', async () => {
  const id = await idOf('/api/channel/', 'sandbox');
  const setEnabled = (enabled: boolean) => () => session.put('/api/channel/', { id, enabled });
  const [disabled, enabled]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    disabled.push(...(await spread(setEnabled(false), 503, 'call-model')));
    enabled.push(...(await spread(setEnabled(true), 200, 'call-model')));
  }
  say('a channel disabled', disabled);
  say('a channel enabled', enabled);
  expect(disabled).toHaveLength(times * ingresses.length);
}, 180_000);
