import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, spareAnswersOf } from './close-server.ts';
import { boundPort, listen } from './operations.ts';
import { waitFor } from './testing/wait-for.ts';

/** More than the kernel takes on the way to a client that pauses. */
const body = Buffer.alloc(32 * 1024 * 1024, 'x');

test('a client that pauses gets the whole of an answer that ended before the server was closed', async () => {
  let answer: ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/small') return void response.end();
    answer = response;
    response.end(body);
  });
  spareAnswersOf(server);
  await listen(server, { host: '127.0.0.1', port: 0 });
  const idle = connect(boundPort(server), '127.0.0.1');
  idle.write('GET /small HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(idle, 'data');
  const socket = connect(boundPort(server), '127.0.0.1').pause();
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await waitFor(() => answer?.writableEnded, 'the answer has ended');
  expect(answer?.writableFinished).toBe(false);

  let sweeps = 0;
  const closed = closeServer(server, () => {
    sweeps += 1;
  });
  // One that waits for nothing is closed meanwhile.
  await once(idle, 'close');
  await waitFor(() => sweeps > 1, 'idle connections were looked for');
  socket.resume();
  // It is closed once nothing is on its way any more.
  await Promise.all([once(socket, 'close'), closed]);
  expect(bytes).toBeGreaterThan(body.length);
});
