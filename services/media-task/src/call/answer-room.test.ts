import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnswerRoom, type RoomShare } from './answer-room.ts';
import { send } from './send.ts';

const limits = { connectMs: 20_000, answerMs: 60_000, answerBytes: 200_000_000 };

/** An answer that is read by hand. */
function readByHand() {
  const answer = {
    isPaused: false,
    pause() {
      answer.isPaused = true;
    },
    resume() {
      answer.isPaused = false;
    },
  };
  return answer;
}

/** A share that is held until it is let go. */
function hold(room: ReturnType<typeof createAnswerRoom>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let share: RoomShare | undefined;
  const done = room.share((lent) => {
    share = lent;
    return promise;
  });
  const answer = readByHand();
  return {
    answer,
    take: (bytes: number) => share?.take(bytes, answer),
    leave: () => {
      resolve();
      return done;
    },
  };
}

test('the largest answer alone is read on where there is no more room', async () => {
  const room = createAnswerRoom(100);
  const [one, other, third] = [hold(room), hold(room), hold(room)];
  one.take(40);
  other.take(60);
  third.take(10);
  one.take(10);
  other.take(10);
  const paused = () => [one, other, third].map(({ answer }) => answer.isPaused);
  expect(paused()).toEqual([true, false, true]);
  await other.leave();
  expect(paused()).toEqual([false, false, false]);
  one.take(60);
  third.take(1);
  expect(paused()).toEqual([false, false, true]);
  await one.leave();
  expect(paused()).toEqual([false, false, false]);
});

test('what comes after its share was given back takes no room', async () => {
  const room = createAnswerRoom(100);
  const [gone, other, third] = [hold(room), hold(room), hold(room)];
  await gone.leave();
  gone.take(1_000);
  other.take(60);
  third.take(30);
  expect(third.answer.isPaused).toBe(false);
});

test('an answer that comes no further keeps no others waiting', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const room = createAnswerRoom(100);
  const [dead, one, other] = [hold(room), hold(room), hold(room)];
  const paused = () => [dead, one, other].map(({ answer }) => answer.isPaused);
  dead.take(90);
  one.take(20);
  other.take(10);
  expect(paused()).toEqual([false, true, true]);
  vi.advanceTimersByTime(20_000);
  expect(paused()).toEqual([false, false, true]);
  one.take(10);
  expect(paused()).toEqual([false, false, true]);
  // It was not dead after all.
  dead.take(10);
  one.take(10);
  expect(paused()).toEqual([false, true, true]);
  await dead.leave();
  expect(paused()).toEqual([false, false, false]);
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer waits in its connection until another is done with', async () => {
  const server = createServer((_request, response) => void response.end(Buffer.alloc(20_000_000)));
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${boundPort(server)}/`;
  const room = createAnswerRoom(1_000_000);
  const larger = hold(room);
  larger.take(30_000_000);
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
  await larger.leave();
  expect(await asked).toBe(20_000_000);
});
