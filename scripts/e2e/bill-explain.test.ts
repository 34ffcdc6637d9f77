/** Bills explain themselves: what `headgate bill explain` derives is what was booked, and what the sandbox produced. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../headgate/testing/run-command.ts';
import { ask, type Question } from './testing/ask.ts';
import { type Served, startWorld, type World } from './testing/world.ts';

const keys = { plain: `sk-plain${'p'.repeat(40)}`, vip: `sk-vip${'v'.repeat(40)}` };
const longInput = 100;

/** US dollars per million tokens, in cents: whole numbers, so that the test reckons exactly by itself. */
const cents = {
  mini: { input: 15, cached: 7, output: 61, reasoning: 99 },
  long: { input: 100, cached: 100, output: 200, reasoning: 200 },
  longer: { input: 301, cached: 301, output: 533, reasoning: 533 },
};
const callUnits = 5_000;
const vipThousandths = { mini: 333, long: 800, called: 800 };

const configuration = `
groups: { default: { ratio: 1 }, vip: { ratio: 0.8, models: { mini: 0.333 } } }
models:
  mini: { price: { input: 0.15, cache_read: 0.07, output: 0.61, reasoning: 0.99 }, max_output: 4096 }
  long: { price: { input: 1, output: 2, tiers: [{ above: ${longInput}, input: 3.01, output: 5.33 }] }, max_output: 4096 }
  called: { price: { call: 0.01 } }
  edited: { price: { input: 1, output: 2 } }
  fault-status-500: { price: { input: 1, output: 1 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [mini, long, called, edited, fault-status-500]
    groups: [default, vip]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: plain, key: "${keys.plain}", quota_usd: 10 }
  - { name: vip, key: "${keys.vip}", group: vip, unlimited: true }
`;

let world: World;
beforeAll(async () => {
  const env = { 'text-gateway': { HEADGATE_ABANDONED_DRAIN_MS: '100' } };
  world = await startWorld(configuration, { env });
}, 120_000);
afterAll(() => world.stop());

function explain(id: string, ...options: string[]) {
  const env = { HEADGATE_LEDGER_ADDRESS: world.ledgerAddress };
  return runCommand(['bill', 'explain', ...options, id], env);
}

/** What a served request costs, by whole numbers: a unit is 0.0002 cents, a ratio is in thousandths. */
function unitsOf({ model, usage }: Served, key: string): number {
  const name = model as keyof typeof vipThousandths;
  const thousandths = key === keys.vip ? vipThousandths[name] : 1_000;
  if (name === 'called') return (callUnits * thousandths) / 1_000;
  const isLonger = name === 'long' && usage.inputTokens > longInput;
  const price = cents[isLonger ? 'longer' : name];
  const sum =
    (usage.inputTokens - usage.cachedTokens) * price.input +
    usage.cachedTokens * price.cached +
    (usage.outputTokens - usage.reasoningTokens) * price.output +
    usage.reasoningTokens * price.reasoning;
  // Cents per million tokens, times 5,000 units per cent: sum / 200 units. All numbers are small enough to be exact.
  return Math.floor((2 * sum * thousandths + 200_000) / 400_000);
}

function questions(): Question[] {
  return Array.from({ length: 24 }, (_, index) => {
    const settings = `chunks=${1 + (index % 7)}${index % 3 === 0 ? ' cached=5' : ''}${index % 4 === 1 ? ' reasoning=9' : ''}`;
    return {
      key: index % 5 === 0 ? keys.vip : keys.plain,
      model: ['mini', 'long', 'called'][index % 3] ?? '',
      content: `${'lorem '.repeat((index * 13) % 90)} [[${settings}]]`,
      stream: index % 2 === 0,
    };
  });
}

/** A generator that a seed repeats; which bills it picks is printed with it. */
function pickTen<T>(values: readonly T[], seed: number): T[] {
  let state = seed;
  const rest = [...values];
  return Array.from({ length: 10 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return rest.splice(state % rest.length, 1);
  }).flat();
}

async function awaitEntries(ids: readonly string[]): Promise<void> {
  await waitFor(async () => {
    const rows = await world.sql('select id from ledger.entry where id = any ($1)', [ids]);
    return rows.length === ids.length;
  }, 'every request is booked');
}

test('ten bills picked at random explain themselves to the unit', async () => {
  const asked = questions();
  const answers = await Promise.all(asked.map((question) => ask(world, question)));
  const ids = answers.map(({ id }) => id);
  await awaitEntries(ids);
  const served = new Map((await world.served()).map((request) => [request.requestId, request]));
  const entries = await world.sql('select id, amount from ledger.entry where id = any ($1)', [ids]);
  const amounts = new Map(entries.map(({ id, amount }) => [id, Number(amount)]));

  const seed = Number(process.env.HEADGATE_TEST_SEED ?? Date.now() % 2_147_483_646) + 1;
  process.stdout.write(`bills picked by HEADGATE_TEST_SEED=${seed - 1}\n`);
  const picked = pickTen(
    ids.map((id, index) => ({ id, key: asked[index]?.key ?? '' })),
    seed,
  );
  const explained = await Promise.all(
    picked.map(async ({ id, key }) => {
      const { stdout, stderr, status } = await explain(id);
      const request = served.get(id);
      const billed = /^billed {5}(\d+) units: (.*)$/m.exec(stdout);
      const derived = /^rounded {4}(\d+) units/m.exec(stdout);
      return {
        id,
        ended: { status, stderr },
        derived: Number(derived?.[1]),
        billed: Number(billed?.[1]),
        verdict: billed?.[2],
        booked: amounts.get(id),
        produced: request && unitsOf(request, key),
      };
    }),
  );
  expect(explained).toEqual(
    explained.map(({ id, produced }) => ({
      id,
      ended: { status: 0, stderr: '' },
      derived: produced,
      billed: produced,
      verdict: 'it agrees',
      booked: produced,
      produced,
    })),
  );
  expect(explained.every(({ produced }) => produced !== undefined)).toBe(true);
});

test('prices that are edited while a request runs leave its bill alone, and it says so', async () => {
  const leaving = new AbortController();
  const slow = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.plain}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'edited',
      stream: true,
      messages: [{ role: 'user', content: '[[chunks=600 delay=100]] much longer than this test' }],
    }),
    signal: leaving.signal,
  });
  const id = slow.headers.get('x-request-id') ?? '';
  const dearer = configuration.replace('{ input: 1, output: 2 }', '{ input: 500, output: 900 }');
  expect(await world.apply(dearer)).toContain('price edited: input 1 -> 500, output 2 -> 900\n');
  expect(await world.sql('select id from ledger.entry where id = $1', [id])).toEqual([]);
  leaving.abort();
  await awaitEntries([id]);
  const { stdout } = await explain(id);
  expect(stdout).toContain('prices of version 1, in US dollars\n  input 1 per 1000000\n');
  expect(stdout).toContain('the client left before the end');
  expect(stdout).toContain('it agrees');
});

test('a request that nobody served explains that it cost nothing', async () => {
  const { id } = await ask(world, { key: keys.plain, model: 'fault-status-500' });
  await awaitEntries([id]);
  const { stdout, status } = await explain(id);
  expect(status).toBe(0);
  expect(stdout).toContain('usage      none: nothing was served\n');
  expect(stdout).toContain('nothing was used\n');
  expect(stdout).toContain('billed     0 units: it agrees\n');
});

test('--json gives the same to programs', async () => {
  const { id } = await ask(world, { key: keys.vip, model: 'called' });
  await awaitEntries([id]);
  const { bill } = JSON.parse((await explain(id, '--json')).stdout);
  const { ratio, units, lines } = bill.derivation;
  expect([bill.requestId, bill.amount, ratio, units]).toEqual([id, '4000', '0.8', '4000']);
  expect(lines.at(-1)).toMatchObject({ quantity: '1', rate: { what: 'call' }, usd: '0.01' });
});

test('an id that nobody billed is said to be unknown', async () => {
  const { stdout, status } = await explain('01939d4b-6f6e-7000-8000-000000000001');
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: 'request 01939d4b-6f6e-7000-8000-000000000001\nnothing is booked for it\n',
  });
  expect((await explain('no-uuid')).stderr).toBe('The request_id is not a UUID.\n');
});
