import dns from 'node:dns';
import { Socket } from 'node:net';
import {
  startTestRedisServer,
  type TestRedisServer,
  whyNoRedisServer,
} from '@headgate/runtime/testing/redis-server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLink, type Link } from './link.ts';

type Looked = (error: null, found: { address: string; family: number }[]) => void;

describe.skipIf(whyNoRedisServer())('a Valkey that is not reached', () => {
  let server: TestRedisServer;
  let link: Link;
  const lines: string[] = [];
  const note = (words: object): void => void lines.push(JSON.stringify(words));
  const linkTo = (url: string): Link =>
    createLink({ url, log: { info: note, warn: note }, deadlineMs: 30_000 });
  beforeAll(async () => {
    server = await startTestRedisServer();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await link.close();
    lines.length = 0;
  });
  afterAll(() => server.stop());

  it('is told of by a code where its name has several addresses', async () => {
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, done: Looked) =>
      done(
        null,
        ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
      )) as never);
    link = linkTo('redis://valkey:1');
    await waitFor(() => lines.length > 0, 'it is told');
    expect(lines).toEqual(['{"reason":"ECONNREFUSED"}']);
  });

  /** As where a process was so busy that the time was over before it saw that the connection is there. */
  function timeOut(this: Socket): Socket {
    process.nextTick(() => this.emit('timeout'));
    return this;
  }

  it('is not told of where one connection alone came too late, as when a process is busy as it starts', async () => {
    const timed = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementationOnce(timeOut);
    link = linkTo(server.url);
    await waitFor(() => link.isJoined(), 'it is joined');
    expect(timed.mock.calls.length).toBeGreaterThan(1);
    expect(lines).toEqual(['{"replicas":1}']);
  });

  it('is told of where the next is too late as well', async () => {
    const timed = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(timeOut);
    link = linkTo(server.url);
    await waitFor(() => lines.length > 0, 'it is told');
    expect(timed.mock.calls.length).toBeGreaterThan(1);
    expect(lines).toEqual(['{"reason":"Connection timeout"}']);
  });

  it('is given up where it says nothing to a password, and told of', async () => {
    const silent = await startTestRedisServer(['--requirepass', 'a-secret']);
    silent.pause();
    try {
      link = linkTo(silent.url.replace('//', '//:a-secret@'));
      await waitFor(() => lines.length > 0, 'it is told');
      silent.resume();
      await waitFor(() => link.isJoined(), 'it is joined');
      expect(lines).toEqual(['{"reason":"no answer within 3000 ms"}', '{"replicas":1}']);
    } finally {
      await silent.stop();
    }
  });
});
