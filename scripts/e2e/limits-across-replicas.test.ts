import { whyNoRedisServer } from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMetric, startWorld, type World } from './testing/world.ts';

const keys = {
  rate: 'rpm: 20',
  again: 'rpm: 20',
  afterwards: 'rpm: 20',
  places: 'concurrency: 3',
  tokens: 'tpm: 2000',
  patient: 'rpm: 100000',
} as const;
const ingresses = ['ingress', 'ingress-2', 'ingress-3', 'ingress-4'];

const keyOf = (name: string): string => `sk-shared${name}`.padEnd(40, 'x');

const configuration = `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
${Object.entries(keys)
  .map(([name, limit]) => `  - { name: ${name}, key: "${keyOf(name)}", quota_usd: 1000, ${limit} }`)
  .join('\n')}
`;

describe.skipIf(whyNoRedisServer())('limits of four ingresses that share a Valkey', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(configuration, {
      ingresses: ingresses.length,
      hasRedis: true,
      // A busy machine's stalls are no outage.
      env: { ingress: { HEADGATE_LIMIT_DEADLINE_MS: '10000' } },
    });
    await waitFor(
      async () => {
        const known = await Promise.all(
          ingresses.map((name) => readMetric(world.service(name), 'headgate_ingress_limit_replicas')),
        );
        return known.every((count) => count === ingresses.length);
      },
      'all know of each other',
      { timeoutMs: 90_000 },
    );
  });
  afterAll(() => world?.stop());

  const sharedBy = async (count: number): Promise<boolean> => {
    const states = await Promise.all(
      ingresses.map((name) => readMetric(world.service(name), 'headgate_ingress_limits_shared')),
    );
    return states.reduce((sum, state) => sum + state, 0) === count;
  };

  /** The status that a client of the official SDK sees at an ingress. */
  async function ask(name: keyof typeof keys, ingress: string, content = 'hello'): Promise<number> {
    const client = new OpenAI({
      apiKey: keyOf(name),
      baseURL: `${world.baseUrlOf(ingress)}/v1`,
      maxRetries: 0,
    });
    try {
      await client.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] });
      return 200;
    } catch (error) {
      if (error instanceof OpenAI.APIError && typeof error.status === 'number') return error.status;
      throw error;
    }
  }

  const askEverywhere = (name: keyof typeof keys, each: number, content?: string): Promise<number[]> =>
    Promise.all(
      ingresses.flatMap((ingress) => Array.from({ length: each }, () => ask(name, ingress, content))),
    );

  const countOf = (statuses: readonly number[], status: number): number =>
    statuses.filter((candidate) => candidate === status).length;

  it('let exactly the requests of a minute through, wherever they come', async () => {
    const statuses = await askEverywhere('rate', 15);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([20, 40]);
  });

  it('hold places for all of them', async () => {
    const statuses = await askEverywhere('places', 3);
    expect(countOf(statuses, 200)).toBeGreaterThanOrEqual(3);
    expect(countOf(statuses, 200) + countOf(statuses, 429)).toBe(12);
    await waitFor(async () => {
      for (const ingress of ingresses) if ((await ask('places', ingress)) !== 200) return false;
      return true;
    }, 'every place comes back');
  });

  it('count the tokens that were used at any of them', async () => {
    let served = 0;
    const content = 'word '.repeat(200);
    await waitFor(
      async () => {
        for (const ingress of ingresses) {
          const status = await ask('tokens', ingress, content);
          if (status === 200) served += 1;
          else expect(status).toBe(429);
        }
        return (
          (await ask('tokens', 'ingress', content)) === 429 &&
          (await ask('tokens', 'ingress-4', content)) === 429
        );
      },
      'the minute is used up everywhere',
      { timeoutMs: 50_000 },
    );
    expect(served).toBeGreaterThan(0);
  });

  const toldAwayBy = (name: string): string[] =>
    world
      .service(name)
      .log()
      .split('\n')
      .filter((line) => line.includes('Valkey does not answer'));

  it('fail no request while Valkey is away, and are shared again when it is back', async () => {
    const toldBefore = ingresses.flatMap(toldAwayBy);
    await world.redis?.kill();
    await waitFor(() => sharedBy(0), 'all notice');
    const alone = await askEverywhere('again', 8);
    // Each holds the key to its whole limit by itself: nobody is refused that the limit allows.
    expect(countOf(alone, 200)).toBe(32);
    expect(countOf(await askEverywhere('again', 15), 200)).toBe(4 * 20 - 32);
    for (const name of ingresses) expect(await world.service(name).isReady()).toBe(true);
    await world.redis?.restart();
    await waitFor(() => sharedBy(4), 'all are back');
    const together = await askEverywhere('afterwards', 15);
    expect(countOf(together, 200)).toBe(20);
    expect(countOf(together, 429)).toBe(40);
    for (const name of ingresses)
      expect(toldAwayBy(name).filter((line) => !toldBefore.includes(line))).toHaveLength(1);
  });

  it('fail no request while Valkey hangs', async () => {
    world.redis?.pause();
    try {
      const statuses = await askEverywhere('patient', 10);
      expect(countOf(statuses, 200)).toBe(40);
    } finally {
      world.redis?.resume();
    }
  });
});
