import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClientGone } from '../exchange/client-gone.ts';
import { startWorld, type World } from '../testing/world.ts';
import { readBody } from './body.ts';

const limitBytes = 1_000_000;
let world: World;

beforeAll(async () => {
  world = await startWorld({ bodyLimitBytes: limitBytes, bodyIdleMs: 1_000 });
  world.account.put('sk-good');
});
beforeEach(() => {
  world.text.relays.length = 0;
});
afterAll(() => world.stop());

const headers = { authorization: 'Bearer sk-good', 'content-type': 'application/json' };

async function post(body: Buffer, encoding?: string, where = world) {
  const response = await fetch(`${where.url}/v1/chat/completions`, {
    method: 'POST',
    headers: encoding ? { ...headers, 'content-encoding': encoding } : headers,
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** Sends a request by hand: its head, then `parts`; gives everything that comes back. */
async function sendRaw(head: string, parts: (Buffer | string)[] = []): Promise<string> {
  const socket = connect(world.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-good\r\n${head}\r\n\r\n`,
  );
  for (const part of parts) socket.write(part);
  await waitFor(() => answer.includes('\r\n\r\n'), 'an answer');
  socket.destroy();
  return answer;
}

describe('a body', () => {
  it('arrives at the gateway decompressed', async () => {
    const plain = Buffer.from(`{"model":"${'ü'.repeat(50_000)}"}`);
    for (const [body, encoding] of [
      [plain, undefined],
      [plain, 'identity'],
      [gzipSync(plain), 'gzip'],
      [gzipSync(plain), 'X-GZIP'],
      [brotliCompressSync(plain), 'br'],
    ] as const) {
      expect((await post(body, encoding)).status).toBe(200);
      expect(world.text.relays.at(-1)?.open.body.equals(plain)).toBe(true);
    }
  });

  it('arrives without the byte order mark that it begins with', async () => {
    const plain = Buffer.from('{"model":"\ufeffm"}');
    const marked = Buffer.concat([Buffer.from('\ufeff'), plain]);
    for (const [body, encoding] of [
      [marked, undefined],
      [gzipSync(marked), 'gzip'],
    ] as const) {
      expect((await post(body, encoding)).status).toBe(200);
      expect(world.text.relays.at(-1)?.open.body.equals(plain)).toBe(true);
    }
  });

  it('of exactly the limit passes, one byte more does not', async () => {
    expect((await post(Buffer.alloc(limitBytes, 'x'))).status).toBe(200);
    expect((await post(Buffer.alloc(limitBytes + 1, 'x'))).status).toBe(413);
    expect((await post(gzipSync(Buffer.alloc(limitBytes, 'x')), 'gzip')).status).toBe(200);
    expect((await post(gzipSync(Buffer.alloc(limitBytes + 1, 'x')), 'gzip')).status).toBe(413);
    expect((await post(brotliCompressSync(Buffer.alloc(limitBytes + 1, 'x')), 'br')).status).toBe(413);
  });

  it('may be empty', async () => {
    expect((await post(Buffer.alloc(0))).status).toBe(200);
    expect(world.text.relays[0]?.open.body.length).toBe(0);
  });

  it('that announces too much is refused before a byte of it came', async () => {
    const answer = await sendRaw('Content-Length: 70000000');
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain('"code":"request_too_large"');
    expect(answer).toContain('"type":"invalid_request_error"');
  });

  it('that announces nothing is refused at the limit', async () => {
    const piece = Buffer.alloc(100_000, 'x');
    const chunk = Buffer.concat([
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from('\r\n'),
    ]);
    const answer = await sendRaw('Transfer-Encoding: chunked', new Array(11).fill(chunk));
    expect(answer).toContain('HTTP/1.1 413');
  });

  it('is asked for by "100 Continue" only when it will be read', async () => {
    const expectLine = 'Expect: 100-continue\r\nContent-Length:';
    expect(await sendRaw(`${expectLine} 70000000`)).toMatch(/^HTTP\/1.1 413/);
    expect(await sendRaw(`${expectLine} 2`, ['{}'])).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n/);
  });

  it('that is a bomb is refused early and in little memory', async () => {
    // 10 MB of gzip members that decompress to 10 GB.
    const member = gzipSync(Buffer.alloc(10_000_000));
    const bomb = Buffer.concat(new Array(1_000).fill(member));
    expect(bomb.length).toBeGreaterThan(9_000_000);
    const bombWorld = await startWorld();
    bombWorld.account.put('sk-good');
    const { rss } = process.memoryUsage();
    const cpu = process.cpuUsage();
    const response = await post(bomb, 'gzip', bombWorld);
    expect(response.status).toBe(413);
    // Ten gigabytes would take more than ten seconds.
    expect(process.cpuUsage(cpu).user).toBeLessThan(3_000_000);
    expect(process.memoryUsage().rss - rss).toBeLessThan(200_000_000);
    await bombWorld.stop();
  });

  it('of a byte at a time arrives whole, in little memory', async () => {
    const count = 600_000;
    const some = '1\r\nx\r\n'.repeat(10_000);
    const parts = new Array<string>(count / 10_000).fill(some);
    const { rss } = process.memoryUsage();
    const answer = await sendRaw('Transfer-Encoding: chunked', [...parts, '0\r\n\r\n']);
    expect(answer).toContain('HTTP/1.1 200');
    expect(world.text.relays.at(-1)?.open.body.toString()).toBe('x'.repeat(count));
    expect(process.memoryUsage().rss - rss).toBeLessThan(150_000_000);
  });

  it('with broken or truncated compression is 400', async () => {
    const whole = gzipSync(Buffer.from('{"model":"m"}'));
    for (const [body, encoding] of [
      [whole.subarray(0, whole.length - 4), 'gzip'],
      [Buffer.from('{"model":"m"}'), 'gzip'],
      [brotliCompressSync(Buffer.from('{"model":"m"}')).subarray(0, 5), 'br'],
    ] as const) {
      const response = await post(body, encoding);
      expect(response.status).toBe(400);
      expect(response.text).toContain('"code":"invalid_request"');
    }
    expect(world.text.relays).toHaveLength(0);
  });

  it('in another encoding is 415', async () => {
    for (const encoding of ['deflate', 'zstd', 'gzip, gzip']) {
      const response = await post(Buffer.from('{}'), encoding);
      expect(response.status).toBe(415);
      expect(response.text).toContain('"code":"unsupported_encoding"');
    }
  });

  it('that stops arriving is 408', async () => {
    const answer = await sendRaw('Content-Length: 10', ['{"a"']);
    expect(answer).toContain('HTTP/1.1 408');
  });

  it('may come slowly', async () => {
    const started = httpRequest(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 6 },
    });
    const answered = new Promise((resolve) => started.on('response', (answer) => resolve(answer.statusCode)));
    // Longer than the idle limit in all, shorter between any two.
    for (const byte of '{"a":1') {
      started.write(byte);
      await wait(250);
    }
    started.end();
    expect(await answered).toBe(200);
  });

  it.each([
    ['plain', '', Buffer.alloc(30_000_000, 'x')],
    ['compressed', 'Content-Encoding: gzip\r\n', gzipSync(randomBytes(30_000_000), { level: 0 })],
  ])(
    'that was refused may be sent to its end, and the connection used again: %s',
    async (_how, header, body) => {
      const socket = connect(world.port, '127.0.0.1');
      let answers = '';
      socket.on('data', (bytes) => {
        answers += bytes;
      });
      const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer sk-good\r\n';
      socket.write(`${head}${header}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`);
      socket.write(body);
      socket.write(`\r\n0\r\n\r\n${head}Content-Length: 2\r\n\r\n{}`);
      await waitFor(() => answers.includes('HTTP/1.1 200'), 'the second answer', { timeoutMs: 10_000 });
      expect(answers).toMatch(/^HTTP\/1.1 413/);
      socket.destroy();
    },
  );

  it('that was refused and never ends is not waited for', async () => {
    const socket = connect(world.port, '127.0.0.1');
    const closed = once(socket.resume(), 'close');
    socket.write('POST /v1/files HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n');
    await closed;
    expect(world.lines.at(-1)).toMatchObject({ status: 401 });
  });

  it.each([
    { wish: 'Connection: keep-alive', said: 'keep-alive' },
    { wish: 'Connection: close', said: 'close' },
    // Nobody told the client to send its body, so that nobody can tell where the next request would begin.
    { wish: 'Expect: 100-continue', said: 'close' },
  ])('that was refused is sent to its end, and the refusal is read: $wish', async ({ wish, said }) => {
    const size = 8 * 1024 * 1024;
    const socket = connect(world.port, '127.0.0.1').pause();
    const head = `Host: a\r\nAuthorization: Bearer sk-good\r\nContent-Length: ${size}\r\n${wish}`;
    const sent = new Promise<unknown>((resolve) => {
      socket.once('error', resolve);
      socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${head}\r\n\r\n`);
      socket.write(Buffer.alloc(size, ' '), resolve);
    });
    // Whoever reads only once all is sent must not lose the answer to a connection that was closed on it.
    expect(await sent).toBeFalsy();
    const closed = once(socket, 'close');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (said === 'keep-alive') socket.end();
    });
    socket.resume();
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 .*request_too_large/s);
    expect(received.match(/^connection: (.*)\r$/im)?.[1]).toBe(said);
  });

  it('whose sender goes away ends the reading of it', async () => {
    const limits = { limitBytes, idleMs: 60_000 };
    let reading: Promise<Buffer> | undefined;
    const server = createServer((incoming, response) => {
      reading = readBody(incoming, response, limits);
      reading.catch(() => undefined);
    });
    await listen(server, { host: '127.0.0.1', port: 0 });
    const started = httpRequest({
      port: boundPort(server),
      method: 'POST',
      headers: { 'content-length': 100 },
    });
    started.on('error', () => undefined);
    started.write('{"a"');
    await waitFor(() => reading !== undefined, 'the request has come');
    started.destroy();
    await expect(reading).rejects.toBeInstanceOf(ClientGone);
    server.close();
  });

  it('whose sender goes away is dropped, and nothing is relayed', async () => {
    const started = httpRequest(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 100 },
    });
    started.on('error', () => undefined);
    started.write('{"a"');
    await waitFor(() => world.context.open.size === 1, 'the request is being served');
    started.destroy();
    await waitFor(() => world.context.open.size === 0, 'the request is over');
    expect(world.lines.at(-1)).toMatchObject({ msg: 'request', abort: 'client gone', status: 0 });
    expect(world.text.relays).toHaveLength(0);
  });
});
