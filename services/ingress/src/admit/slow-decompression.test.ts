import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { readBody } from './body.ts';

afterEach(() => void vi.useRealTimers());

const idleMs = 1_000;

it('a body that has come whole has not stopped arriving, however long it takes to decompress', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const body = Buffer.alloc(1_000, 'x');
  const headers = { 'content-encoding': 'gzip' };
  const request = Object.assign(Readable.from([gzipSync(body)]), { headers, complete: true });
  const response = new EventEmitter();
  const limits = { limitBytes: body.length, idleMs };
  const reading = readBody(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    limits,
  );
  // Nothing of it has been decompressed by then: that is done by another thread.
  request.once('end', () => vi.advanceTimersByTime(2 * idleMs));
  expect(await reading).toEqual(body);
});
