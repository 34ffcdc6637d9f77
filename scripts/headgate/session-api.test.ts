/** The verbs that ask the public API, at a gateway of which the test says what it answers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand, runUnread } from './testing/run-command.ts';

interface Scripted {
  status: number;
  body: unknown;
}

const asked: { method: string; url: string; authorization: string | undefined; body: string }[] = [];
let answer: (request: IncomingMessage) => Scripted;
const gateway = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  asked.push({ method, url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
  const { status, body } = answer(request);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
beforeAll(() => listen(gateway, { host: '127.0.0.1', port: 0 }));
afterAll(() => gateway.close());
beforeEach(() => {
  asked.length = 0;
});

const nowhere = { HEADGATE_HOME: join(tmpdir(), 'headgate-no-home') };
const env = () => ({
  ...nowhere,
  HEADGATE_URL: `http://127.0.0.1:${boundPort(gateway)}/`,
  HEADGATE_ACCESS_TOKEN: 'pat-1',
});
const run = (...words: string[]) => runCommand(words, env());
const gives = (data: unknown) => {
  answer = () => ({ status: 200, body: { success: true, message: '', data } });
};
const refuses = (status: number, message: string) => {
  answer = () => ({ status, body: { success: false, message } });
};

test('a key is made with the personal token, and only its text is printed', async () => {
  gives({ id: 7, key: 'sk-new' });
  const made = await run('keys', 'create', 'ci', '--quota', '500000', '--models', 'a, b');
  expect(made).toEqual({ status: 0, stdout: 'sk-new\n', stderr: '' });
  expect(asked).toMatchObject([{ method: 'POST', url: '/api/token', authorization: 'pat-1' }]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    name: 'ci',
    remain_quota: 500_000,
    models: ['a', 'b'],
  });
  const asJson = await run('keys', 'create', 'ci', '--json');
  expect(JSON.parse(asJson.stdout)).toEqual({ id: 7, key: 'sk-new' });
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ name: 'ci', unlimited_quota: true });
});

test('a token may be set as it stands in a header', async () => {
  gives([]);
  const token = { HEADGATE_ACCESS_TOKEN: 'Bearer pat-1\n' };
  expect(await runCommand(['usage'], { ...env(), ...token })).toMatchObject({ status: 0 });
  expect(asked[0]?.authorization).toBe('Bearer pat-1');
});

test('keys are listed page by page, a line of JSON each', async () => {
  const page = Array.from({ length: 100 }, (_, id) => ({ id }));
  answer = ({ url = '' }) => ({
    status: 200,
    body: {
      success: true,
      data: url.includes('cursor=99')
        ? { items: [{ id: 100 }], next_cursor: '' }
        : { items: page, next_cursor: '99' },
    },
  });
  const { stdout, status } = await run('keys', 'list', '--json');
  expect(status).toBe(0);
  // A number would lead no further than 10,000 keys.
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/token?page_size=100&cursor=',
    '/api/token?page_size=100&cursor=99',
  ]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 101 }, (_, id) => id));
});

test('keys that were read are shown, page by page, though a later page cannot be', async () => {
  const key = { id: 1, status: 1, unlimited_quota: true, used_quota: 5, key: 'sk-a', name: 'ci' };
  const pages: Scripted[] = [
    { status: 200, body: { success: true, data: { items: [key], next_cursor: '1' } } },
    {
      status: 200,
      body: {
        success: true,
        data: { items: [{ ...key, used_quota: 1_000_000, name: 'team' }], next_cursor: '2' },
      },
    },
    { status: 503, body: { success: false, message: 'Try again later.' } },
  ];
  answer = () => pages.shift() ?? { status: 500, body: {} };
  const { stdout, status } = await run('keys', 'list');
  expect(status).not.toBe(0);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'id  state    left      used  key   name',
    ' 1  enabled  no limit     5  sk-a  ci',
    ' 1  enabled  no limit  1000000  sk-a  team',
  ]);
});

test('usage adds up what the hours had, refunds taken off, most first', async () => {
  const row = { count: 1, failed: 0, token_used: 10, quota: 100, refunded: 0 };
  gives([
    { ...row, model_name: 'small' },
    { ...row, model_name: 'large', quota: 900, refunded: 100 },
    { ...row, model_name: 'small', failed: 1 },
  ]);
  const { stdout, status } = await run('usage', '--json', '--since', '7d');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).totals).toEqual([
    { model: 'large', requests: 1, failed: 0, tokens: 10, quota: 800 },
    { model: 'small', requests: 2, failed: 1, tokens: 20, quota: 200 },
  ]);
  expect(asked[0]?.url).toMatch(
    /^\/api\/data\/self\?start_timestamp=\d+&end_timestamp=\d+&by=model&span=total$/,
  );
});

test('channels that were removed are told apart by their ids, as is what no channel served', async () => {
  const row = { count: 1, failed: 0, token_used: 10, quota: 100, refunded: 0, model_name: '' };
  gives([
    { ...row, channel: 3, channel_name: '' },
    { ...row, channel: 4, channel_name: '', quota: 50 },
    { ...row, channel: 3, channel_name: '' },
    { ...row, channel: 0, channel_name: '', quota: 0 },
    { ...row, channel: 5, channel_name: 'main', quota: 10 },
  ]);
  const { stdout } = await run('usage', '--everybody', '--json', '--by', 'channel');
  expect(JSON.parse(stdout).totals).toMatchObject([
    { channel: '#3', quota: 200 },
    { channel: '#4', quota: 50 },
    { channel: 'main', quota: 10 },
    { channel: '', quota: 0 },
  ]);
});

test('usage ends before the moment that is named, so that what begins then is of the next time alone', async () => {
  gives([]);
  await run('usage', '--since', '2026-11-01', '--until', '2026-12-01');
  expect(asked[0]?.url).toContain(
    `?start_timestamp=${Date.UTC(2026, 10) / 1_000}&end_timestamp=${Date.UTC(2026, 11) / 1_000 - 1}&`,
  );
});

test('usage of one user may be asked for by key, and that of everybody may not', async () => {
  gives([{ token_name: 'ci', token_id: 7, count: 2, failed: 0, token_used: 30, quota: 100, refunded: 0 }]);
  const { stdout } = await run('usage', '--user', 'ada', '--by', 'key', '--json');
  expect(JSON.parse(stdout).totals).toEqual([{ key: 'ci', requests: 2, failed: 0, tokens: 30, quota: 100 }]);
  expect(asked[0]?.url).toMatch(/^\/api\/data\?.*&by=key&span=total&username=ada$/);
  const everybody = await run('usage', '--everybody', '--by', 'key');
  expect(everybody).toMatchObject({ status: 2, stderr: expect.stringContaining('--user NAME') });
  const both = await run('usage', '--everybody', '--user', 'ada');
  expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('exclude each other') });
});

test('what usage does not understand is said as it is', async () => {
  const by = await run('usage', '--by', 'colour');
  expect(by).toMatchObject({ status: 2, stderr: expect.stringContaining('--by takes model') });
  const word = await run('usage', 'gpt-4o-mini');
  expect(word).toMatchObject({ status: 2, stderr: expect.stringMatching(/^headgate usage /) });
});

test.each([
  [401, 'You are not signed in.', 1],
  [200, 'There is no such key.', 1],
  [503, 'Later.', 2],
])(
  'a refusal with %i, "%s", ends with %i and leaves standard output empty',
  async (code, message, status) => {
    refuses(code, message);
    const refused = await run('keys', 'revoke', '7', '--json');
    expect(refused).toMatchObject({ status, stdout: '' });
    expect(refused.stderr).toContain(message);
  },
);

test('what stops half way says what was done', async () => {
  answer = ({ url }) => ({
    status: 200,
    body: url === '/api/token/1' ? { success: true } : { success: false, message: 'There is no such key.' },
  });
  const half = await run('keys', 'revoke', '1', '2', '3');
  expect(half).toEqual({ status: 1, stdout: 'key 1 is revoked\n', stderr: 'There is no such key.\n' });
  expect(asked.map(({ url }) => url)).toEqual(['/api/token/1', '/api/token/2']);
  const asJson = await run('keys', 'revoke', '1', '2', '3', '--json');
  expect(asJson).toMatchObject({ status: 1, stderr: 'There is no such key.\n' });
  expect(JSON.parse(asJson.stdout)).toEqual({ revoked: [1] });
});

test('whoever reads may go: what was begun is done, and the command ends as it would have', async () => {
  answer = ({ url }) => ({
    status: 200,
    body: url === '/api/token/3' ? { success: false, message: 'There is no such key.' } : { success: true },
  });
  const gone = await runUnread(['keys', 'revoke', '1', '2', '3', '4'], env());
  expect(gone).toBe(1);
  expect(asked.map(({ url }) => url)).toEqual(['/api/token/1', '/api/token/2', '/api/token/3']);
});

const record = {
  id: 'request-1',
  created_at: 1,
  username: 'ann',
  token_name: 'ci',
  model_name: 'small',
  prompt_tokens: 1,
  completion_tokens: 1,
  quota: 1,
  use_time: 1,
  type: 2,
};

test('what only shows ends when nobody reads it any more', async () => {
  answer = () => ({ status: 200, body: { success: true, data: { items: [record], next_cursor: '7' } } });
  expect(await runUnread(['keys', 'list', '--json'], env())).toBe(0);
  expect(await runUnread(['logs', 'tail', '--follow'], env())).toBe(0);
});

test('who follows a log is shown a request that took long, behind pages of those that came after it', async () => {
  const page = (from: number, next_cursor: string) => ({
    items: Array.from({ length: 100 }, (_, place) => ({ ...record, id: `request-${from - place}` })),
    next_cursor,
  });
  const [newest, older] = [page(399, 'older'), page(299, 'oldest')];
  const pages: object[] = [newest, older];
  // Of what is older still nobody knows whether it was there before.
  for (let read = 2; read < 20; read += 1) pages.push(page(199, 'oldest'));
  pages.push(newest, { ...older, items: [...older.items, { ...record, id: 'request-250-long' }] });
  pages.push({ ...page(199, ''), items: [{ ...record, id: 'request-050' }] });
  answer = () => {
    const data = pages.shift();
    return data
      ? { status: 200, body: { success: true, data } }
      : { status: 401, body: { success: false, message: 'Not signed in.' } };
  };
  const { stdout } = await run('logs', 'tail', '--follow', '--lines', '0', '--json');
  const shown = stdout.trimEnd().split('\n');
  expect(shown.map((line) => JSON.parse(line).id)).toEqual(['request-250-long']);
});

test('a gateway that is away for a moment is waited for by who follows its log, until it refuses', async () => {
  const answers: Scripted[] = [
    { status: 200, body: { success: true, data: { items: [record], next_cursor: '' } } },
    { status: 503, body: { success: false, message: 'Later.' } },
    { status: 502, body: 'a proxy that has nobody behind it' },
    {
      status: 200,
      body: { success: true, data: { items: [{ ...record, id: 'request-2' }, record], next_cursor: '' } },
    },
    { status: 503, body: { success: false, message: 'Later again.' } },
  ];
  answer = () => answers.shift() ?? { status: 401, body: { success: false, message: 'Not signed in.' } };
  const { status, stdout, stderr } = await run('logs', 'tail', '--follow', '--json');
  expect(status).toBe(1);
  const shown = stdout.trimEnd().split('\n');
  expect(shown.map((line) => JSON.parse(line).id)).toEqual(['request-1', 'request-2']);
  const said = stderr.trimEnd().split('\n');
  expect(said).toEqual([
    expect.stringMatching(/Later\. It is asked again every second\.$/),
    expect.stringMatching(/Later again\. It is asked again every second\.$/),
    expect.stringMatching(/^Not signed in\. /),
  ]);
});

test.each([
  [['keys']],
  [['keys', 'create']],
  [['keys', 'create', 'ci', '--quota', '1.5']],
  [['keys', 'revoke', 'ci']],
  [['usage', '--by', 'colour']],
  [['usage', '--since', 'yesterday']],
  [['logs']],
  [['logs', 'tail', '--lines', 'many']],
  [['diff']],
])('%j is not understood, and nobody is asked', async (words) => {
  expect(await run(...words)).toMatchObject({ status: 2, stdout: '' });
  expect(asked).toEqual([]);
});

test('--json may stand before the verb', async () => {
  gives([]);
  expect(await run('--json', 'usage')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('"totals"'),
  });
});

test('without a gateway it is said what to set', async () => {
  const nobody = await runCommand(['usage'], nowhere);
  expect(nobody.status).toBe(2);
  expect(nobody.stderr).toContain('Nothing runs here, and HEADGATE_URL is missing.');
  const withoutToken = await runCommand(['usage'], { ...nowhere, HEADGATE_URL: 'http://127.0.0.1:1' });
  expect(withoutToken.stderr).toContain('HEADGATE_ACCESS_TOKEN is missing');
  const env = { ...nowhere, HEADGATE_URL: 'http://127.0.0.1:1', HEADGATE_ACCESS_TOKEN: 'pat' };
  const away = await runCommand(['usage'], env);
  expect(away).toMatchObject({ status: 2, stdout: '' });
  expect(away.stderr).toContain('does not answer at http://127.0.0.1:1');
  const cut = await runCommand(['usage'], { ...env, HEADGATE_ACCESS_TOKEN: 'pat\nand more' });
  expect(cut).toMatchObject({ status: 2, stdout: '' });
  expect(cut.stderr).toContain('HEADGATE_ACCESS_TOKEN has characters that no token has');
});

test('a token that is not taken is named by its variable', async () => {
  refuses(401, 'You are not signed in.');
  const refused = await run('keys', 'list');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toBe(
    'You are not signed in. HEADGATE_ACCESS_TOKEN must be a personal access token of this gateway that was not revoked.\n',
  );
});

test('where root has another password than the start knew, it is said what to set', async () => {
  const home = await mkdtemp(join(tmpdir(), 'headgate-home-'));
  const baseUrl = `http://127.0.0.1:${boundPort(gateway)}`;
  const admin = { username: 'root', password: 'of the configuration' };
  const services = { account: [{ rpcAddress: '127.0.0.1:1' }] };
  await writeFile(join(home, 'dev.json'), JSON.stringify({ sandboxUrl: 'x', baseUrl, admin, services }));
  refuses(200, 'The username or password is wrong.');
  const refused = await runCommand(['keys', 'list'], { HEADGATE_HOME: home });
  await rm(home, { recursive: true });
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toBe(
    'The username or password is wrong. Where the password of root was changed since the start, set HEADGATE_ACCESS_TOKEN.\n',
  );
  expect(asked.map(({ url }) => url)).toEqual(['/api/user/login']);
});

test.each(['gateway.example', 'localhost:8080', 'ftp://gateway.example', 'https://gateway.example/?a=b'])(
  'a gateway at %s is none that could be asked',
  async (url) => {
    const { status, stderr } = await runCommand(['keys', 'list'], { ...env(), HEADGATE_URL: url });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^HEADGATE_URL must be an http or https URL/);
  },
);
