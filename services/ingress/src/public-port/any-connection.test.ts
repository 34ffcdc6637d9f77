/** Whatever comes on a connection, and in whatever pieces: each request has its own answer, in its turn. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fault } from '@headgate/proto/faults';
import { fc } from '@headgate/runtime/testing/properties';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAnswers } from '../testing/read-answers.ts';
import type { ScriptedRelay } from '../testing/scripted-relay.ts';
import { brokenFrame, streamHead } from '../testing/scripted-text-gateway.ts';
import { startWorld, type World } from '../testing/world.ts';

const limitBytes = 2_000;
let world: World;

beforeAll(async () => {
  world = await startWorld({ bodyLimitBytes: limitBytes });
  // As many places as there may be requests at once: one that is not given back would be missed.
  world.account.put('sk-good', { concurrency: mostRequests });
  world.text.onOpen = (relay) => void answer(relay);
});
afterAll(() => world.stop());

const mostRequests = 4;
/** Longer than any answer here pauses. */
const silenceMs = 5_000;

/** What the gateway makes of a request, which says it itself. */
interface Plan {
  id: number;
  kind: 'whole' | 'stream' | 'refused' | 'broken';
  sizes: number[];
  pauseMs: number;
  padding: string;
}

async function answer(relay: ScriptedRelay): Promise<void> {
  const { id, kind, sizes, pauseMs }: Plan = JSON.parse(relay.open.body.toString());
  await wait(pauseMs);
  if (relay.isCancelled) return;
  if (kind === 'refused') return relay.refuse(fault('too_many_requests'));
  if (kind === 'whole') relay.head({ headers: [{ name: 'content-type', value: 'application/json' }] });
  else relay.head(streamHead);
  for (const size of sizes) relay.data(piece(id, size));
  if (kind === 'broken') relay.refuse(fault('upstream_cut'));
  else relay.tail();
}

const piece = (id: number, size: number): string => `${id} `.padEnd(size, '.');

const requests = fc.array(
  fc.record({
    kind: fc.constantFrom('whole', 'whole', 'stream', 'refused', 'broken'),
    sizes: fc.array(fc.integer({ min: 3, max: 15_000 }), { minLength: 1, maxLength: 3 }),
    pauseMs: fc.constantFrom(0, 20),
    padding: fc.constantFrom(...new Array(7).fill(''), ' '.repeat(limitBytes)),
    key: fc.constantFrom(...new Array(7).fill('sk-good'), 'sk-bad'),
    path: fc.constantFrom('/v1/chat/completions', '/v1/messages', '/v1/chat/completions/', '/nothing'),
    coding: fc.constantFrom('', '', '', '', 'gzip', 'broken gzip', 'zstd'),
    isChunked: fc.boolean(),
  }),
  { minLength: 1, maxLength: mostRequests },
);
type Asked = Omit<Plan, 'id'> & { key: string; path: string; coding: string; isChunked: boolean };

function write({ key, path, coding, isChunked, ...plan }: Asked, id: number): Buffer {
  const plain = Buffer.from(JSON.stringify({ id, ...plan }));
  const body = coding === 'gzip' ? gzipSync(plain) : plain;
  const encoding = coding === '' ? '' : `content-encoding: ${coding.replace('broken ', '')}\r\n`;
  const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n${encoding}`;
  if (!isChunked) return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]);
  const middle = body.length >> 1;
  const chunks = [body.subarray(0, middle), body.subarray(middle), Buffer.alloc(0)].flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(`${head}transfer-encoding: chunked\r\n\r\n`), ...chunks]);
}

/** The status, and the body where it is the gateway's. */
function expectedOf({ key, path, coding, padding, kind, sizes }: Asked, id: number) {
  if (path === '/nothing') return { status: 404 };
  if (key !== 'sk-good') return { status: 401 };
  if (coding === 'zstd') return { status: 415 };
  if (padding !== '' && coding !== 'broken gzip') return { status: 413 };
  if (coding === 'broken gzip') return { status: padding === '' ? 400 : expect.toBeOneOf([400, 413]) };
  if (kind === 'refused') return { status: 429 };
  const body = sizes.map((size) => piece(id, size)).join('');
  return { status: 200, body: kind === 'broken' ? body + brokenFrame : body };
}

it('is answered', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 3 });
  const property = fc.asyncProperty(requests, cuts, async (asked, sizes) => {
    const socket = connect(world.port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.setTimeout(silenceMs, () => void socket.destroy(new Error('nothing came any more')));
    const closed = once(socket, 'close');
    let bytes = Buffer.concat(asked.map(write));
    for (const size of sizes) {
      socket.write(bytes.subarray(0, size));
      bytes = bytes.subarray(size);
      await wait(1);
    }
    socket.write(bytes);
    const expected = asked.map(expectedOf);
    const brokenAt = expected.findIndex(({ body }) => body?.endsWith(brokenFrame));
    const answered = brokenAt === -1 ? expected : expected.slice(0, brokenAt + 1);
    if (brokenAt === -1) {
      await waitFor(
        () => readAnswers(received).filter(({ isWhole }) => isWhole).length === asked.length,
        'all',
      );
      socket.destroy();
    }
    await closed;
    expect(readAnswers(received)).toEqual(
      answered.map((one, at) => ({
        body: expect.any(String),
        ...one,
        isWhole: at !== brokenAt,
      })),
    );
    await waitFor(() => world.context.open.size === 0, 'nothing is open');
  });
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
});
