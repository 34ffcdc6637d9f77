/** What administrators ask of channels live, and what the system says of itself, through every service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './testing/ask.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

const { version: released } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);
const key = 'sk-probesprobesprobesprobesprobesprobes';
const password = 'a password for tests';
const secret = 'upstream-secret-key';

const configuration = `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 } }
  claude: { price: { input: 1, output: 1 } }
  deepseek-chat: { price: { input: 1, output: 1 } }
  shaky: { price: { input: 1, output: 1 } }
  idle-model: { price: { input: 1, output: 1 } }
  film: { family: V1, price: { second: 0.1 } }
channels:
  - name: sound
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: [${secret}]
    models: [gpt-4o-mini]
  - { name: claude, provider: anthropic, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: [${secret}], models: [claude] }
  - name: funded
    provider: openai-compatible
    vendor: deepseek
    base_url: "\${HEADGATE_SANDBOX_URL}/vendors/deepseek/v1"
    keys: [${secret}]
    models: [deepseek-chat]
  - { name: refused, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: [bad-key], models: [gpt-4o-mini], priority: -1 }
  - { name: shaky, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: [${secret}], models: [shaky] }
  # It would go first, were it on.
  - { name: idle, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: [idle-secret], models: [gpt-4o-mini, idle-model], priority: 9, enabled: false }
  - { name: films, provider: openai, base_url: "\${HEADGATE_SANDBOX_URL}/v1", keys: [${secret}], models: [film] }
users:
  - { username: root, password: "${password}", role: root }
  - { username: eve, password: "${password}" }
keys:
  - { name: probes, key: "${key}", unlimited: true }
`;

let world: World;
let root: string;
let ids: Record<string, number>;
beforeAll(async () => {
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'text-gateway': { HEADGATE_BREAKER_OPEN_MS: '500', HEADGATE_BREAKER_MAX_OPEN_MS: '1000' } },
  });
  root = await signIn('root');
  const rows = await world.sql('select id, name from account.channels');
  ids = Object.fromEntries(rows.map(({ id, name }) => [String(name), Number(id)]));
}, 120_000);
afterAll(() => world.stop());

async function signIn(username: string): Promise<string> {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${world.baseUrl}/api/user/login`, { method: 'POST', body });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** As much of an answer as is looked at member by member. */
interface Body {
  message: string;
  data: {
    total: number;
    first_byte_seconds: number;
    items: {
      channel_id: number;
      state: string;
      requests: number;
      failures: number;
      first_byte_p50_ms: number;
    }[];
    services: { name: string; instances: Instance[] }[];
    gauges: Record<string, number>;
  };
}

interface Instance {
  version: string;
  ready: boolean;
  gauges: Record<string, number>;
}

async function get(path: string, cookie = root): Promise<{ status: number; body: Body }> {
  const answer = await fetch(world.baseUrl + path, { headers: { cookie } });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function setFault(kind: string | undefined, model = 'shaky'): Promise<void> {
  await fetch(`${world.sandboxUrl}/faults?model=${model}`, { method: 'DELETE' });
  if (!kind) return;
  const body = JSON.stringify({ model, kind });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world.sandboxUrl}/faults`, { method: 'POST', headers, body });
}

describe('the test of a channel', () => {
  test.each(['sound', 'claude', 'funded', 'shaky'])('passes where requests pass: %s', async (name) => {
    for (const more of ['', '?stream=true']) {
      const { status, body } = await get(`/api/channel/test/${ids[name]}${more}`);
      expect([status, body]).toMatchObject([200, { success: true, message: '', time: expect.any(Number) }]);
      expect(body.data).toMatchObject({ channel_id: ids[name], status: 200 });
      expect(body.data.first_byte_seconds).toBeGreaterThan(0);
    }
  });

  test.each([
    ['status-500', /^The upstream answered 500: /],
    ['cut-before-head', /^The upstream cannot be reached, or does not answer/],
    ['error-in-200', /./],
    ['leak', /^The upstream answered 400: /],
  ])('fails where they fail, and says why: %s', async (kind, words) => {
    await setFault(kind);
    const { body } = await get(`/api/channel/test/${ids.shaky}`);
    await setFault(undefined);
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(words) });
    expect(body.message.length).toBeLessThanOrEqual(500);
    expect(body.message).not.toContain(secret);
    expect(body.message).not.toContain(new URL(world.sandboxUrl).host);
  });

  test('tells what the upstream says of a credential, and not the credential', async () => {
    const { body } = await get(`/api/channel/test/${ids.refused}`);
    expect(body).toMatchObject({ success: false, data: { status: 401 } });
    expect(body.message).toMatch(/^The upstream answered 401: Incorrect API key provided/);
    expect(body.message).not.toContain('bad-key');
  });

  test('is not for channels of films alone, and not for channels that are not there', async () => {
    const films = await get(`/api/channel/test/${ids.films}`);
    expect(films.body).toMatchObject({
      success: false,
      message: expect.stringContaining('cannot be tested this way'),
    });
    const none = await get('/api/channel/test/999999');
    expect(none.body.message).toMatch(/no such channel/);
  });

  test('of all of them comes result by result', async () => {
    const headers = { cookie: root, accept: 'text/event-stream' };
    const answer = await fetch(`${world.baseUrl}/api/channel/test`, { headers });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const frames = (await answer.text()).trim().split('\n\n');
    const done = frames.pop() ?? '';
    const results = frames
      .filter((frame) => frame.startsWith('data: '))
      .map((frame): { channel_id: number; success: boolean } => JSON.parse(frame.slice('data: '.length)));
    const passed = results.filter(({ success }) => success).map(({ channel_id: id }) => id);
    const named = (...names: string[]) => names.map((name) => ids[name]).sort();
    expect(results.map(({ channel_id: id }) => id).sort()).toEqual(Object.values(ids).sort());
    expect(passed.sort()).toEqual(named('sound', 'claude', 'funded', 'shaky', 'idle'));
    expect(done).toBe('event: done\ndata: {"success":true,"message":"","total":7,"succeeded":5}');
    const { body } = await get('/api/channel/test');
    expect(body.data).toMatchObject({ total: 7, succeeded: 5 });
  });
});

describe('a channel that is off', () => {
  /** Calls that the sandbox got with the credential of that channel. */
  const arrived = async (): Promise<number> => {
    const answer = await fetch(`${world.sandboxUrl}/received`);
    const received = (await answer.json()) as { headers: { authorization?: string } }[];
    return received.filter(({ headers }) => headers.authorization === 'Bearer idle-secret').length;
  };

  test('is tested, and no request goes there before or afterwards', async () => {
    const before = await arrived();
    const serves = async (model: string) => (await ask(world, { key, model })).status;
    const askAround = async () => {
      for (let left = 10; left > 0; left -= 1) expect(await serves('gpt-4o-mini')).toBe(200);
      expect(await serves('idle-model')).toBe(503);
    };
    await askAround();
    expect(await arrived()).toBe(before);
    const { body } = await get(`/api/channel/test/${ids.idle}?model=idle-model`);
    expect(body).toMatchObject({ success: true, data: { model: 'idle-model', status: 200 } });
    expect(await arrived()).toBe(before + 1);
    await askAround();
    expect(await arrived()).toBe(before + 1);
  });

  test('lists its models', async () => {
    expect((await get(`/api/channel/fetch_models/${ids.idle}`)).body).toMatchObject({ success: true });
  });
});

describe('what was found out', () => {
  const shown = async (name: string) => (await get(`/api/channel/${ids[name]}`)).body.data;

  test('of a test is shown wherever the channel is, and the test after it takes its place', async () => {
    await get(`/api/channel/test/${ids.shaky}`);
    const passed = { success: true, message: '', model: 'shaky', status: 200, by: 'root' };
    expect(await shown('shaky')).toMatchObject({ last_test: passed, test_time: expect.any(Number) });
    await setFault('leak');
    await get(`/api/channel/test/${ids.shaky}`);
    await setFault(undefined);
    const failed = await shown('shaky');
    expect(failed).toMatchObject({ last_test: { success: false, status: 400 } });
    expect(JSON.stringify(failed)).not.toContain(secret);
    const listed = (await get('/api/channel?keyword=shaky')).body.data.items;
    expect(listed).toMatchObject([{ response_time: expect.any(Number), last_test: { status: 400 } }]);
  });

  test('of a balance is shown, and of channels that tell nothing nothing is', async () => {
    await get('/api/channel/update_balance');
    const updated = { balance_updated_time: expect.any(Number) };
    expect(await shown('funded')).toMatchObject({ balance: 110, balance_currency: 'CNY', ...updated });
    expect(await shown('claude')).toMatchObject({ balance: null, balance_updated_time: null });
    expect(await shown('films')).toMatchObject({ test_time: null, last_test: null, response_time: null });
  });
});

describe('models and balances', () => {
  test('of an upstream are listed, saved or not', async () => {
    for (const name of ['sound', 'claude', 'funded']) {
      const { body } = await get(`/api/channel/fetch_models/${ids[name]}`);
      expect(body).toMatchObject({ success: true, data: expect.arrayContaining(['gpt-4o-mini']) });
    }
    const fetchUnsaved = async (body: object) => {
      const headers = { cookie: root, 'content-type': 'application/json' };
      const path = `${world.baseUrl}/api/channel/fetch_models`;
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const google = { base_url: `${world.sandboxUrl}/v1beta`, provider: 'gemini' };
    expect(await fetchUnsaved({ ...google, key: 'a-key' })).toMatchObject({
      success: true,
      data: expect.arrayContaining(['gpt-4o-mini']),
    });
    expect(await fetchUnsaved({ ...google, key: 'bad-key' })).toEqual({
      success: false,
      message: 'The upstream answered 400: API key not valid. Please pass a valid API key.',
    });
  });

  test('are told where vendors tell them', async () => {
    const funded = await get(`/api/channel/update_balance/${ids.funded}`);
    expect(funded.body).toMatchObject({ success: true, balance: 110, data: { currency: 'CNY' } });
    const sound = await get(`/api/channel/update_balance/${ids.sound}`);
    expect(sound.body).toMatchObject({ success: true, balance: 87.655, data: { currency: 'USD' } });
    const claude = await get(`/api/channel/update_balance/${ids.claude}`);
    expect(claude.body).toEqual({ success: false, message: 'This provider does not tell balances.' });
    const { data } = (await get('/api/channel/update_balance')).body;
    expect(data.total).toBe(7);
  });
});

describe('the health of channels', () => {
  async function healthOf(name: string) {
    const { body } = await get('/api/channel/health');
    return body.data.items.find((item) => item.channel_id === ids[name]);
  }

  test('turns when one keeps failing, and turns back', async () => {
    await setFault('status-500');
    await waitFor(async () => {
      await ask(world, { key, model: 'shaky' });
      const { state } = (await healthOf('shaky')) ?? {};
      return state === 'open' || state === 'half-open';
    }, 'the shaky channel is left alone');
    const troubled = await healthOf('shaky');
    expect(troubled).toMatchObject({ credentials: 1, window_seconds: 300, gateways: 1 });
    expect(troubled?.failures).toBeGreaterThanOrEqual(5);
    expect(troubled?.requests).toBeGreaterThanOrEqual(5);
    expect(await healthOf('sound')).toMatchObject({ state: 'closed' });
    await setFault(undefined);
    await waitFor(async () => {
      await ask(world, { key, model: 'shaky' });
      return (await healthOf('shaky'))?.state === 'closed';
    }, 'the channel serves again');
    expect((await healthOf('shaky'))?.first_byte_p50_ms).toBeGreaterThan(0);
  });
});

describe('the status of the system', () => {
  const services = ['ingress', 'account', 'text-gateway', 'ledger', 'media-api', 'media-worker'];

  const status = async () => (await get('/api/system/status')).body.data;
  const isHeard = ({ instances }: { instances: Instance[] }) => instances.some(({ ready }) => ready);

  test('names every service with its version, and what there is to do', async () => {
    await waitFor(
      async () => (await status()).services.filter(isHeard).length === services.length,
      'all are heard',
    );
    const { services: shown, gauges } = await status();
    expect(shown.map(({ name }) => name)).toEqual([...services, 'console']);
    expect(shown.find(({ name }) => name === 'console')?.instances).toEqual([]);
    for (const { instances } of shown.filter(isHeard)) {
      expect(instances[0]).toMatchObject({ version: released, ready: true });
      expect(instances[0]?.gauges.resident_memory_bytes).toBeGreaterThan(0);
    }
    const told = [
      'stream_lag_messages',
      'open_holds',
      'parked_events',
      'open_tasks',
      'due_tasks',
      'open_requests',
    ];
    for (const name of told) expect(gauges[name]).toBeTypeOf('number');
    const text = JSON.stringify(await status());
    expect(text).not.toContain(secret);
    expect(text).not.toContain('127.0.0.1');
  });

  test('forgets a process that has gone, and shows the one that took its place', async () => {
    const worker = world.service('media-worker');
    await worker.kill();
    const instances = async () =>
      (await status()).services.find(({ name }) => name === 'media-worker')?.instances;
    await waitFor(async () => (await instances())?.length === 0, 'the dead worker is forgotten', {
      timeoutMs: 60_000,
    });
    await worker.start();
    await waitFor(async () => (await instances())?.length === 1, 'the new one is shown', {
      timeoutMs: 60_000,
    });
  });
});

test('none of it is for whoever administers nothing', async () => {
  const eve = await signIn('eve');
  const paths = [
    ...['test', 'test/1', 'fetch_models/1', 'update_balance', 'update_balance/1', 'health'].map(
      (path) => `/api/channel/${path}`,
    ),
    '/api/system/status',
  ];
  for (const path of paths) {
    expect([path, (await get(path, eve)).status]).toEqual([path, 403]);
    expect([path, (await get(path, '')).status]).toEqual([path, 401]);
  }
});

test('nobody is billed for what was asked: the entries are those of requests', async () => {
  const gateway = world.service('text-gateway');
  expect(await readMetric(gateway, 'headgate_text_channel_inquiries_total')).toBeGreaterThan(20);
  const requests = await readMetric(gateway, 'headgate_text_requests_total');
  const booked = async () =>
    Number((await world.sql('select count(*) as count from ledger.usage'))[0]?.count);
  await waitFor(async () => (await booked()) >= requests, 'every request is booked');
  expect(await booked()).toBe(requests);
  const models = await world.sql('select distinct model from ledger.usage order by model');
  expect(models).toEqual([{ model: 'gpt-4o-mini' }, { model: 'shaky' }]);
});
