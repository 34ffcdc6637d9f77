import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from './log.ts';

function logged(members: object): Record<string, unknown> {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  log.info(members, 'hello');
  log.debug('not shown');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('a line is JSON with service, level and time; secrets in it are not', () => {
  const members = {
    requestId: 'r1',
    password: 'p',
    headers: { authorization: 'Bearer x', 'x-api-key': 'y' },
  };
  const line = logged(members);
  expect(line).toMatchObject({
    service: 'test',
    level: 'info',
    msg: 'hello',
    requestId: 'r1',
    password: '[secret]',
  });
  expect(line.headers).toEqual({ authorization: '[secret]', 'x-api-key': '[secret]' });
  expect(Date.parse(String(line.time))).not.toBeNaN();
  expect(members.password).toBe('p');
});

test.each(['2026-11-22T13:59:59.999Z', '2026-11-22T14:00:00.000Z', '2026-11-22T14:00:00.007Z'])(
  'a line of %s says so',
  (time) => {
    vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(logged({}).time).toBe(time);
  },
);

test('an error tells its message, where it was thrown and its causes, but no secrets that it carries', () => {
  const cause = Object.assign(new Error('the cause'), { cookie: 'c' });
  const error = Object.assign(new TypeError('the error', { cause }), {
    token: 't',
    code: 7,
    request: { authorization: 'a', path: '/' },
  });
  const { err } = logged({ err: error });
  expect(err).toMatchObject({
    type: 'TypeError',
    message: 'the error: the cause',
    stack: expect.stringContaining('log.test.ts'),
    token: '[secret]',
    code: 7,
    request: { authorization: '[secret]', path: '/' },
  });
  expect(logged({ cause }).cause).toEqual({ cookie: '[secret]' });
});

test.each([
  'secret',
  'the secret is in a long answer',
  `{"said":secret}`,
  `["of ten and more",secret,"and ten"]`,
])('of a text that is no JSON an error tells nothing: %s', (text) => {
  const parse = Promise.try(() => JSON.parse(text));
  return parse.catch((cause) => {
    expect(cause.message).toMatch('secr');
    const told = JSON.stringify([logged({ err: cause }), logged({ err: new Error('outer', { cause }) })]);
    expect(told).not.toMatch(/secr|said/);
    expect(told).toMatch('outer: This is not valid JSON');
  });
});

test.each([
  'ungültige Eingabesyntax für Typ integer: »tom@mill.example«',
  'syntaxe en entrée invalide pour le type integer : « tom@mill.example »',
  'неверный синтаксис для типа integer: «tom@mill.example»',
  'ogiltig indatasyntax för typen integer: ”tom@mill.example”',
])('of a value that PostgreSQL cannot read an error tells nothing in any language: %s', (said) => {
  const error = Object.assign(new Error(`select $1::int - ${said}`), { severity: 'ERROR', code: '22P02' });
  expect(JSON.stringify(logged({ err: error }))).not.toContain('tom@mill');
  expect(logged({ err: error }).err).toMatchObject({ message: expect.stringContaining('select $1::int') });
});

test('of an answer that breaks HTTP an error tells what is wrong, and nothing of its bytes', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok a secret answer\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await request(`http://127.0.0.1:${port}/`);
  const error = await answer.body.text().catch((thrown) => thrown);
  expect(error.data).toContain('secret');
  const { err } = logged({ err: error });
  expect(err).toMatchObject({ type: 'HTTPParserError', message: expect.stringContaining('HTTP/1.1') });
  expect(JSON.stringify(err)).not.toContain('secret');
});

test('what was thrown and is no error is told like any member', () => {
  expect(logged({ err: 'a word' }).err).toBe('a word');
  expect(logged({ err: { token: 't', reason: 'r' } }).err).toEqual({ token: '[secret]', reason: 'r' });
});

test.each([
  ['exits', "log.info('one'); log.info('two'); process.exit(3)", 3],
  [
    'tells of something fatal',
    "log.info('one'); log.fatal('two'); process.kill(process.pid, 'SIGKILL')",
    null,
  ],
])('a process that %s has written its lines', async (_, code, status) => {
  const [output, ended] = await run(code);
  expect(output.map(({ msg }) => msg)).toEqual(['one', 'two']);
  expect(ended).toBe(status);
});

test('a process that goes on has written its lines a moment later', async () => {
  const child = start("log.info('one'); setInterval(() => undefined, 1_000)");
  const [first] = await once(child.stdout.setEncoding('utf8'), 'data');
  child.kill('SIGKILL');
  expect(JSON.parse(first)).toMatchObject({ msg: 'one' });
});

/** Linux has a file that is a disk without room. */
const fullDisk = '/dev/full';

test.skipIf(!existsSync(fullDisk)).each(['info', 'fatal'])(
  'a disk without room for lines ends and holds up nobody, whose last one is %s',
  async (level) => {
    const disk = openSync(fullDisk, 'w');
    const child = start(
      `log.info('one'); setTimeout(() => { log.${level}('two'); process.exit(3); }, 1_000)`,
      disk,
    );
    onTestFinished(() => {
      child.kill('SIGKILL');
      closeSync(disk);
    });
    const [status] = await once(child, 'exit');
    expect(status).toBe(3);
  },
);

/** The lines of a process that does this, and how it ended. */
async function run(code: string): Promise<[Record<string, unknown>[], number | null]> {
  const child = start(code);
  const ended = once(child, 'close');
  const lines = (await text(child.stdout)).split('\n').filter(Boolean);
  const [status] = await ended;
  return [lines.map((line) => JSON.parse(line)), status];
}

function start(code: string): ChildProcessByStdio<null, Readable, null>;
function start(code: string, output: number): ChildProcess;
function start(code: string, output: 'pipe' | number = 'pipe'): ChildProcess {
  const module = JSON.stringify(import.meta.resolve('./log.ts'));
  const program = `import { createLog } from ${module}; const log = createLog('test', 'info'); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', output, 'inherit'],
  });
}
