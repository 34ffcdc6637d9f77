import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUsedTokens, type UsedTokens } from './used-tokens.ts';

/** An ingress that asks, and what it hears. */
async function ask(used: UsedTokens) {
  const server = createServer((_request, response) => asked.push(response) && used.tell(response));
  const asked: ServerResponse[] = [];
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const [answer] = await once(get({ port: boundPort(server), host: '127.0.0.1', agent: false }), 'response');
  const heard = { text: '', isOver: false, leave: () => answer.destroy(), response: asked[0] };
  answer.setEncoding('utf8').on('error', () => undefined);
  answer.on('data', (piece: string) => (heard.text += piece)).on('end', () => (heard.isOver = true));
  return heard;
}

test('an ingress hears the sum at once, whenever it is more, and as the session ends', async () => {
  const used = createUsedTokens(60_000);
  used.add(5n);
  const heard = await ask(used);
  await waitFor(() => heard.text === '5\n', 'what was used before it asked');
  used.add(0n);
  used.add(7n);
  await waitFor(() => heard.text === '5\n12\n', 'what is more');
  used.end();
  await waitFor(() => heard.isOver, 'the end');
  expect(heard.text).toBe('5\n12\n12\n');
});

test('an ingress that asks again hears the sum, and the answer before ends', async () => {
  const used = createUsedTokens(60_000);
  const first = await ask(used);
  used.add(3n);
  const second = await ask(used);
  await waitFor(() => first.isOver, 'the first is let go');
  used.add(4n);
  await waitFor(() => second.text === '3\n7\n', 'the second is told');
  expect(first.text).toBe('0\n3\n');
  used.end();
});

test('the sum is said anew from time to time, to nobody who has left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const used = createUsedTokens(25_000);
  const heard = await ask(used);
  await waitFor(() => heard.text === '0\n', 'it is told');
  vi.advanceTimersByTime(50_000);
  await waitFor(() => heard.text === '0\n0\n0\n', 'it is told anew');
  heard.leave();
  await waitFor(() => heard.response?.closed, 'it has left');
  expect(vi.getTimerCount()).toBe(0);
  used.add(1n);
  used.end();
});
