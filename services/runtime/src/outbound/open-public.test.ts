import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { boundPort, listen } from '../operations.ts';
import { createOpenHop } from './open-hop.ts';
import { openPublic } from './open-public.ts';

const policy = { refuseUrl: () => undefined, mayConnect: () => true };

test('a redirect leads where its server wrote it, in whatever letters', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const location = Buffer.from('/ü 视频.mp4?sig=a+b%2F').toString('latin1');
    if (request.url === '/') response.writeHead(302, { location }).end();
    else response.end('a film');
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const start = new URL(`http://127.0.0.1:${boundPort(server)}/`);
  const tools = { policy, resolve: async () => [], open: createOpenHop() };
  const order = { headersFor: () => ({}), signal: AbortSignal.timeout(5_000) };
  const opened = await openPublic(start, tools, order);
  if ('failure' in opened) throw new Error(opened.failure);
  expect(await text(opened.answer.body)).toBe('a film');
  opened.close();
  expect(asked).toEqual(['/', '/%C3%BC%20%E8%A7%86%E9%A2%91.mp4?sig=a+b%2F']);
});
