/** What was booked, as users, administrators and keys read it over the public routes. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, askMany } from './testing/ask.ts';
import { type Reader, type RecordOf, readAs, readPages, signIn } from './testing/records.ts';
import { startWorld, type World } from './testing/world.ts';

const keys = {
  ada: 'sk-adaadaadaadaadaadaadaadaadaadaadaada',
  adas: 'sk-otherotherotherotherotherotherother',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
  fleeting: 'sk-fleetingfleetingfleetingfleeting',
  bob: 'sk-bobbobbobbobbobbobbobbobbobbobbobbob',
};
const password = 'a password for tests';
const configuration = (site = '{ quota_display: USD }', expiresAt = 0) => `
site: ${site}
models:
  gpt-4o-mini: { price: { input: 0.15, cache_read: 0.075, output: 0.60 }, max_output: 16384 }
  call-model: { price: { call: 0.01 } }
  dead-model: { price: { input: 1, output: 1 } }
channels:
  - name: secret-channel
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini, call-model]
  - { name: nobody-home, provider: openai, base_url: "http://127.0.0.1:9/v1", keys: ["secret"], models: [dead-model] }
users:
  - { username: root, password: "${password}", role: root }
  - { username: ada, password: "${password}", quota_usd: 100 }
  - { username: bob, password: "${password}" }
  - { username: eve, password: "${password}" }
keys:
  - { name: ci, user: ada, key: "${keys.ada}", quota_usd: 10 }
  - { name: other, user: ada, key: "${keys.adas}", unlimited: true }
  - { name: poor, user: root, key: "${keys.poor}", quota_usd: 0.02 }
  - { name: fleeting, user: root, key: "${keys.fleeting}", unlimited: true, expires_at: ${expiresAt} }
  - { name: ci, user: bob, key: "${keys.bob}", unlimited: true }
`;

let world: World;
let root: Reader;
let ada: Reader;
let bob: Reader;
let eve: Reader;

beforeAll(async () => {
  world = await startWorld(configuration(), { env: { ledger: { HEADGATE_STATISTICS_MS: '100' } } });
  const signInAs = (username: string) => signIn(world, { username, password });
  root = await signInAs('root');
  ada = await signInAs('ada');
  bob = await signInAs('bob');
  eve = await signInAs('eve');
  await askMany(world, { key: keys.ada }, 11);
  await askMany(world, { key: keys.adas, model: 'gpt-4o-mini', content: 'hi [[cached=3]]', stream: true }, 7);
  await askMany(world, { key: keys.bob, model: 'gpt-4o-mini' }, 5);
  await ask(world, { key: keys.bob, model: 'dead-model' });
  await booked(24);
}, 120_000);
afterAll(() => world.stop());

async function booked(least: number): Promise<void> {
  await waitFor(async () => {
    const [row] = await world.sql('select count(*) as count from ledger.usage');
    return Number(row?.count) >= least;
  }, `${least} requests are booked`);
}

/** What the entries say of a user's or a key's requests. */
async function entriesOf(purse: string): Promise<{ count: number; units: number }> {
  const [row] = await world.sql(
    `select count(*), coalesce(sum(amount), 0)::int8 as units from ledger.entry
     where kind in ('settle', 'interrupted') and $1 = any (path)`,
    [purse],
  );
  return { count: Number(row?.count), units: Number(row?.units) };
}

const quotaOf = (records: readonly RecordOf[]): number => records.reduce((sum, { quota }) => sum + quota, 0);

async function purseOf(username: string, key?: string): Promise<string> {
  const [row] = await world.sql(
    `select users.id as user_id, keys.id as key_id from account.users left join account.keys on user_id = users.id
     where username = $1 and ($2::text is null or keys.name = $2)`,
    [username, key ?? null],
  );
  return key ? `key:${row?.key_id}` : `user:${row?.user_id}`;
}

describe('a user', () => {
  test('sees own requests, and they add up to the entries', async () => {
    for (const [reader, username, count] of [
      [ada, 'ada', 18],
      [bob, 'bob', 6],
    ] as const) {
      const pages = await readPages(reader, '/api/log/self?page_size=4');
      expect(pages.records).toHaveLength(count);
      expect(pages.totals).toEqual(new Set([count]));
      expect(new Set(pages.records.map((record) => record.username))).toEqual(new Set([username]));
      const entries = await entriesOf(await purseOf(username));
      expect({ count: pages.records.length, units: quotaOf(pages.records) }).toEqual(entries);
      expect(await reader('/api/log/self/stat')).toMatchObject({
        data: { quota: entries.units },
      });
    }
  });

  test('sees nothing of others, whatever is asked for', async () => {
    for (const query of [
      '',
      '?username=ada',
      '?token_name=ci',
      '?username=ada&token_name=ci',
      '?type=1',
      '?type=6',
    ]) {
      expect(await eve(`/api/log/self${query}`)).toMatchObject({
        success: true,
        data: { items: [], total: 0 },
      });
      expect(await eve(`/api/log/self/stat${query}`)).toMatchObject({ data: { quota: 0, rpm: 0, tpm: 0 } });
      expect(await eve(`/api/data/self${query}`)).toMatchObject({ data: [] });
    }
  });

  test('finds requests by key, model and outcome', async () => {
    expect((await readPages(ada, '/api/log/self?token_name=ci')).records).toHaveLength(11);
    expect((await readPages(ada, '/api/log/self?model_name=gpt-4o-mini')).records).toHaveLength(7);
    expect((await readPages(ada, '/api/log/self?model_name=gpt-4o-mini&token_name=ci')).records).toEqual([]);
    const failed = await readPages(bob, '/api/log/self?type=5');
    expect(failed.records).toMatchObject([{ type: 5, model_name: 'dead-model', quota: 0 }]);
    expect((await readPages(bob, '/api/log/self?type=2')).records).toHaveLength(5);
  });

  test('reads what a request was', async () => {
    const { records } = await readPages(ada, '/api/log/self?token_name=other&page_size=1');
    const [record] = records;
    expect(record).toMatchObject({ type: 2, is_stream: true, token_name: 'other', group: 'default' });
    const other = JSON.parse(record?.other ?? '{}');
    expect(other).toMatchObject({ cache_tokens: 3, usage_source: 'upstream', status: 200 });
    const served = (await world.served()).find(({ requestId }) => requestId === record?.request_id);
    expect(record).toMatchObject({
      prompt_tokens: served?.usage.inputTokens,
      completion_tokens: served?.usage.outputTokens,
    });
  });

  test('sees nothing of channels, and is kept from everybody’s records', async () => {
    const text = JSON.stringify((await readPages(ada, '/api/log/self')).records);
    expect(text).not.toMatch(/channel|admin_info/);
    for (const path of ['/api/log/', '/api/log/stat', '/api/data/']) {
      expect(await ada(path)).toMatchObject({ status: 403, success: false });
    }
  });

  test('sees what was granted', async () => {
    expect((await readPages(ada, '/api/log/self?type=1')).records).toMatchObject([
      { type: 1, quota: 50_000_000 },
    ]);
  });

  test('pages by a cursor, and nothing comes twice or is missing while new requests come in', async () => {
    const before = (await readPages(bob, '/api/log/self')).records.map(({ id }) => id);
    let asked = 0;
    const pages = await readPages(bob, '/api/log/self?page_size=2', async () => {
      asked += 1;
      await ask(world, { key: keys.bob });
      await waitFor(
        async () => (await bob('/api/log/self')).data.total === before.length + asked,
        'it is booked',
      );
    });
    expect(pages.records.map(({ id }) => id)).toEqual(before);
    expect((await readPages(bob, '/api/log/self')).records).toHaveLength(before.length + asked);
  });
});

describe('an administrator', () => {
  test('sees everybody’s requests with their channels', async () => {
    const { records } = await readPages(root, '/api/log/?token_name=ci&username=ada');
    expect(records).toHaveLength(11);
    expect(new Set(records.map(({ channel_name }) => channel_name))).toEqual(new Set(['secret-channel']));
    const all = (await readPages(root, '/api/log/?page_size=9')).records;
    const [row] = await world.sql(`select count(*), sum(amount)::int8 as units from ledger.usage`);
    expect({ count: BigInt(all.length), units: BigInt(quotaOf(all)) }).toEqual(row);
    const served = all.find(({ channel_name }) => channel_name === 'secret-channel');
    expect((await readPages(root, `/api/log/?channel=${served?.channel}&username=ada`)).records).toHaveLength(
      18,
    );
  });

  test('sums by hour and model what one user or all have used', async () => {
    const spent = async (query: string) => {
      const { data } = await root(`/api/data/${query}`);
      return (data as unknown as { quota: number; count: number }[]).reduce(
        (sum, { quota, count }) => ({ units: sum.units + quota, count: sum.count + count }),
        { units: 0, count: 0 },
      );
    };
    const entries = await entriesOf(await purseOf('ada'));
    await waitFor(async () => (await spent('?username=ada')).count === entries.count, 'all are added up');
    expect(await spent('?username=ada')).toEqual(entries);
    const [row] = await world.sql(`select count(*), sum(amount)::int8 as units from ledger.usage`);
    await waitFor(async () => (await spent('')).count === Number(row?.count), 'all are added up');
    expect((await spent('')).units).toBe(Number(row?.units));
  });
});

describe('searching', () => {
  test('finds requests by a key’s, a model’s or a user’s name, or by their id', async () => {
    const found = async (reader: Reader, path: string): Promise<number> =>
      (await readPages(reader, path)).records.length;
    expect(await found(ada, '/api/log/self/search?keyword=ci&page_size=4')).toBe(11);
    expect(await found(ada, '/api/log/self/search?keyword=gpt-4o-mini')).toBe(7);
    expect(await found(bob, '/api/log/self/search?keyword=5')).toBe(1);
    expect(await found(root, '/api/log/search?keyword=ada')).toBe(18);
    expect(await found(root, '/api/log/search?keyword=call-model&username=ada')).toBe(11);
    const [one] = (await readPages(ada, '/api/log/self?page_size=1')).records;
    expect((await readPages(ada, `/api/log/self/search?keyword=${one?.id}`)).records).toEqual([one]);
    for (const word of ['ada', 'ci', 'gpt-4o-mini', one?.id]) {
      expect(await found(eve, `/api/log/self/search?keyword=${word}`)).toBe(0);
    }
    expect(await ada('/api/log/self/search?keyword=gpt%25')).toMatchObject({ status: 200, success: false });
  });
});

describe('removing', () => {
  test('is for administrators, and leaves the month that has not ended', async () => {
    const before = (await root('/api/log/')).data.total;
    const path = `/api/log/?target_timestamp=${Math.ceil(Date.now() / 1_000)}`;
    expect(await ada(path, 'DELETE')).toMatchObject({ status: 403, success: false });
    expect(await root('/api/log/', 'DELETE')).toMatchObject({ status: 200, success: false });
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    expect(await root(path, 'DELETE')).toMatchObject({
      success: true,
      message: `Records are kept from ${month} on.`,
      data: 0,
    });
    expect((await root('/api/log/')).data.total).toBe(before);
  });
});

describe('a key', () => {
  const read = (key: string): Reader => readAs(world, { authorization: `Bearer ${key}` });

  test('reads its own requests alone', async () => {
    const { records } = await readPages(read(keys.ada), '/api/log/token');
    const entries = await entriesOf(await purseOf('ada', 'ci'));
    expect({ count: records.length, units: quotaOf(records) }).toEqual(entries);
    expect(await read('sk-nobody')('/api/log/token')).toMatchObject({ status: 401, success: false });
  });

  test('reads them when its quota is used up', async () => {
    const spent = await askMany(world, { key: keys.poor }, 3, 1);
    expect(spent.map(({ status }) => status)).toEqual([200, 200, 402]);
    await waitFor(
      async () => quotaOf((await readPages(read(keys.poor), '/api/log/token')).records) === 10_000,
      'its requests are booked',
    );
    expect(await read(keys.poor)('/api/usage/token/')).toMatchObject({
      status: 200,
      data: { total_available: 0 },
    });
  });

  test('reads them when it has expired', async () => {
    const { id } = await ask(world, { key: keys.fleeting });
    await world.apply(configuration(undefined, 1));
    await waitFor(
      async () => (await ask(world, { key: keys.fleeting })).status === 401,
      'the key is refused',
    );
    await waitFor(
      async () =>
        (await readPages(read(keys.fleeting), '/api/log/token')).records.some((record) => record.id === id),
      'its request is booked',
    );
    expect(await read(keys.fleeting)('/api/usage/token')).toMatchObject({
      status: 200,
      data: { expires_at: 1 },
    });
  });
});

test('how quota is shown follows the site, on all billing paths, and never on the usage record', async () => {
  const purse = await purseOf('ada', 'ci');
  const [row] = await world.sql('select granted, used from ledger.purse where id = $1', [purse]);
  const usd = { granted: Number(row?.granted) / 500_000, used: Number(row?.used) / 500_000 };
  const read = readAs(world, { authorization: `Bearer ${keys.ada}` });
  const shown = [
    ['{ quota_display: CNY, usd_rate: 7 }', usd.granted * 7, usd.used * 7],
    ['{ quota_display: TOKENS }', Number(row?.granted), Number(row?.used)],
  ] as const;
  for (const [site, granted, used] of shown) {
    await world.apply(configuration(site));
    await waitFor(async () => {
      const { hard_limit_usd } = await read('/v1/dashboard/billing/subscription');
      return Math.abs(Number(hard_limit_usd) - granted) < 1e-6;
    }, `the site shows ${site}`);
    for (const prefix of ['', '/v1']) {
      const subscription = await read(`${prefix}/dashboard/billing/subscription`);
      expect(subscription.hard_limit_usd).toBeCloseTo(granted, 6);
      expect((await read(`${prefix}/dashboard/billing/usage`)).total_usage).toBeCloseTo(used * 100, 6);
    }
    expect(await read('/api/usage/token/')).toMatchObject({ data: { total_used: Number(row?.used) } });
  }
});
