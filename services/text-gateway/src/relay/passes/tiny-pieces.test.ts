/** Upstreams choose how small the pieces of their answers are: what waits to be whole takes little more memory than its bytes. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const count = 2_000_000;
/** Each piece by itself would take more than 100 bytes. */
const mostBytes = 150_000_000;

const upstream = startUpstreamForEach();

/** An answer of so many letters between these, which come one by one. */
function answerWith(contentType: string, before: string, after: string): void {
  upstream.serve = (_request, { socket }) => {
    const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`;
    socket?.write(head + chunkOf(before));
    socket?.write(chunkOf('x').repeat(count));
    socket?.write(`${chunkOf(after)}0\r\n\r\n`);
  };
}

async function grownBy(serving: TestServing): Promise<number> {
  const { rss } = process.memoryUsage();
  void attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n) })]);
  await waitFor(() => serving.isEnded, 'the answer is passed on', { timeoutMs: 60_000 });
  return process.memoryUsage().rss - rss;
}

test('a whole answer of a byte at a time passes, in little memory', async () => {
  answerWith('application/json', '{"choices":[{}],"x":"', '"}');
  const serving = createTestServing({ pools: upstream.pools, stream: false });
  expect(await grownBy(serving)).toBeLessThan(mostBytes);
  expect(serving.sent).toHaveLength(count + 23);
}, 90_000);

test('a frame of a byte at a time passes, in little memory', async () => {
  answerWith('text/event-stream', 'data: {"choices":[{"delta":{"content":"', '"}}]}\n\ndata: [DONE]\n\n');
  const serving = createTestServing({ pools: upstream.pools, stream: true });
  expect(await grownBy(serving)).toBeLessThan(mostBytes);
  expect(serving.sent).toContain('x'.repeat(count));
}, 90_000);
