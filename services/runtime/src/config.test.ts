import { describe, expect, test } from 'vitest';
import {
  age,
  ConfigError,
  choice,
  flag,
  httpUrl,
  integer,
  port,
  postgresUrl,
  readConfig,
  rotatingSecret,
  secretBytes,
  text,
  url,
} from './config.ts';

const fields = {
  url: text('URL'),
  limit: integer('LIMIT', 10, { min: 1, max: 100 }),
  port: port('PORT', 0),
  isOn: flag('ON', false),
  level: choice('LEVEL', ['low', 'high'], 'low'),
  key: secretBytes('KEY', 4),
};
const key = Buffer.from('abcd').toString('base64');

test('reads every kind of field, and falls back where it may', () => {
  expect(readConfig({ URL: 'u', KEY: key, LIMIT: '7', ON: 'true', LEVEL: 'high' }, fields)).toEqual({
    url: 'u',
    limit: 7,
    port: 0,
    isOn: true,
    level: 'high',
    key: Buffer.from('abcd'),
  });
});

test('a secret that is exchanged stands beside the next and the previous one', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(env, { secret: rotatingSecret('SECRET', 4) }).secret;
  const [one, two, three] = ['1111', '2222', '3333'].map((text) => Buffer.from(text));
  const env = { SECRET: '1111', SECRET_NEXT: '2222', SECRET_PREVIOUS: '3333' };
  const inBase64 = Object.fromEntries(
    Object.entries(env).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );
  expect(read(inBase64)).toEqual({ current: one, others: [two, three] });
  expect(read({ ...inBase64, SECRET_NEXT: '' })).toEqual({ current: one, others: [three] });
  expect(() => read({ ...inBase64, SECRET_PREVIOUS: 'c2hvcnQ=' })).toThrow(
    /^The environment is not valid:\n {2}SECRET_PREVIOUS must be 4 bytes in base64$/,
  );
  expect(() => read({ SECRET_PREVIOUS: key })).toThrow('SECRET is missing');
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ URL: 'u', KEY: key, LIMIT: '' }, fields).limit).toBe(10);
});

test('spaces and ends of lines around a value are none of it', () => {
  const env = { URL: ' https://gateway.example\n', KEY: key, LIMIT: '7\r\n', ON: 'true ', LEVEL: ' \n' };
  expect(readConfig(env, { ...fields, url: httpUrl('URL') })).toMatchObject({
    url: 'https://gateway.example',
    limit: 7,
    isOn: true,
    level: 'low',
  });
  const secret = rotatingSecret('KEY', 4);
  expect(readConfig({ KEY: `${key}\n`, KEY_NEXT: '\n' }, { secret }).secret.others).toEqual([]);
});

test('every missing and bad value is named at once, and no secret is shown', () => {
  const env = { LIMIT: '101', PORT: '70000', ON: 'yes', LEVEL: 'middle', KEY: 'c2VjcmV0LXZhbHVl' };
  const problems = problemsOf(() => readConfig(env, fields));
  expect(problems).toEqual([
    'URL is missing',
    'LIMIT must be a whole number from 1 to 100, not "101"',
    'PORT must be a whole number from 0 to 65535, not "70000"',
    'ON must be true or false, not "yes"',
    'LEVEL must be one of low, high, not "middle"',
    'KEY must be 4 bytes in base64',
  ]);
});

test('a URL has one of the protocols, and no password of it is shown', () => {
  const broker = { broker: url('BROKER', ['redis:', 'rediss:'], '') };
  expect(readConfig({}, broker).broker).toBe('');
  expect(readConfig({ BROKER: 'rediss://:word@host:1/2' }, broker).broker).toBe('rediss://:word@host:1/2');
  const problem = 'BROKER must be a URL that begins with redis:// or rediss://';
  for (const bad of ['http://:word@host', 'redis', ':word@host'])
    expect(problemsOf(() => readConfig({ BROKER: bad }, broker))).toEqual([problem]);
  for (const bad of [
    'redis://:w/or[d@host',
    'redis://:w#ord@host:1',
    'redis://:w%ord@host',
    'redis://host:99999',
  ])
    expect(problemsOf(() => readConfig({ BROKER: bad }, broker))).toEqual([
      'BROKER is no URL: in a user or a password "/", "#", "%" and their like are written %2F, %23, %25',
    ]);
});

test.each([
  'postgres://headgate:p%2Fss@db:5432/headgate?sslmode=verify-full&sslrootcert=/etc/ca.crt',
  'postgresql:///headgate?host=/run/postgresql',
  'postgres://[::1]/headgate?options=-c role=headgate_ledger -c search_path=ledger',
])('%s is the address of a PostgreSQL', (DATABASE_URL) => {
  const database = { url: postgresUrl('DATABASE_URL') };
  expect(readConfig({ DATABASE_URL }, database)).toEqual({ url: DATABASE_URL });
});

test('what is put behind a URL would be lost in its query', () => {
  const read = (value: string) => readConfig({ URL: value }, { url: httpUrl('URL') }).url;
  expect(read('https://a.example/base/')).toBe('https://a.example/base/');
  for (const value of ['https://a.example/?x=1', 'https://a.example#f', 'https://u:secret@a.example']) {
    expect(() => read(value)).toThrow('URL must have no user, password, query and fragment');
  }
});

describe('a number', () => {
  test.each(['1.5', '1e3', '0x10', '5 5', 'five', '-1'])('is not %j', (value) => {
    expect(problemsOf(() => readConfig({ LIMIT: value }, { limit: fields.limit }))).toHaveLength(1);
  });
});

function problemsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('a time is no longer than a timer may last, unless it is one of no timer', () => {
  const days = (variable: string, count: number) => ({ [variable]: String(count * 24 * 60 * 60 * 1_000) });
  const answer = { answerMs: integer('ANSWER_MS', 1) };
  expect(() => readConfig(days('ANSWER_MS', 30), answer)).toThrow(
    'ANSWER_MS must be a whole number from 0 to 1073741824',
  );
  expect(readConfig(days('ANSWER_MS', 10), answer)).toEqual({ answerMs: 864_000_000 });
  const kept = { keptMs: integer('KEPT_MS', 1, { max: Number.MAX_SAFE_INTEGER }) };
  expect(readConfig(days('KEPT_MS', 30), kept)).toEqual({ keptMs: 2_592_000_000 });
});

test('an age leads to a moment that databases and dates have', () => {
  const read = (value: string) => readConfig({ KEPT_MS: value }, { keptMs: age('KEPT_MS', 1) }).keptMs;
  for (const forEver of ['9007199254740991', '8640000000000000', '999999999999999'])
    expect(() => read(forEver)).toThrow('KEPT_MS must be a whole number from 0 to 31536000000000, not');
  const longest = read('31536000000000');
  expect(new Date(Date.now() - longest).getUTCFullYear()).toBeGreaterThan(0);
  expect(new Date(Date.now() + longest).getUTCFullYear()).toBeLessThan(10_000);
});
