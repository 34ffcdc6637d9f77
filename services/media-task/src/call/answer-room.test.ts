import { createServer } from 'node:http';
import { createAnswerRoom, type RoomShare } from '@headgate/runtime/bodies/answer-room';
import { boundPort, listen } from '@headgate/runtime/operations';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test } from 'vitest';
import { send } from './send.ts';

const limits = { egress: withoutProxy, connectMs: 20_000, answerMs: 60_000, answerBytes: 200_000_000 };

test('an answer waits in its connection until another is done with', async () => {
  const server = createServer((_request, response) => void response.end(Buffer.alloc(20_000_000)));
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${boundPort(server)}/`;
  const room = createAnswerRoom(1_000_000);
  const larger = room.enter();
  larger.take(30_000_000, { pause: () => undefined, resume: () => undefined });
  let isPaused = false;
  const asked = room.share(async ({ take }) => {
    const share: RoomShare = {
      take(bytes, reading) {
        const pause = (): void => {
          isPaused = true;
          reading.pause();
        };
        take(bytes, { pause, resume: () => reading.resume() });
      },
    };
    const { body } = await send({ method: 'GET', url, headers: {}, room: share }, limits);
    return body.length;
  });
  const states = await Promise.race([asked, waitFor(() => isPaused, 'it waits')]);
  expect(states).toBe(true);
  larger.leave();
  expect(await asked).toBe(20_000_000);
});
