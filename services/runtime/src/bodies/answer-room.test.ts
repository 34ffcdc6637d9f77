import { expect, onTestFinished, test, vi } from 'vitest';
import { type AnswerRoom, createAnswerRoom } from './answer-room.ts';

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

/** A share, and the answer that takes it. */
function enter(room: AnswerRoom) {
  const share = room.enter();
  const answer = readByHand();
  return { answer, take: (bytes: number) => share.take(bytes, answer), leave: share.leave };
}

test('the largest answer alone is read on where there is no more room', () => {
  const room = createAnswerRoom(100);
  const [one, other, third] = [enter(room), enter(room), enter(room)];
  one.take(40);
  other.take(60);
  third.take(10);
  one.take(10);
  other.take(10);
  const paused = () => [one, other, third].map(({ answer }) => answer.isPaused);
  expect(paused()).toEqual([true, false, true]);
  expect(room.held()).toEqual({ bytes: 130, waiting: 2 });
  other.leave();
  expect(paused()).toEqual([false, false, false]);
  expect(room.held()).toEqual({ bytes: 60, waiting: 0 });
  one.take(60);
  third.take(1);
  expect(paused()).toEqual([false, false, true]);
  one.leave();
  expect(paused()).toEqual([false, false, false]);
});

test('what comes after its share was given back takes no room', () => {
  const room = createAnswerRoom(100);
  const [gone, other, third] = [enter(room), enter(room), enter(room)];
  gone.leave();
  gone.take(1_000);
  other.take(60);
  third.take(30);
  expect(third.answer.isPaused).toBe(false);
});

test('an answer that comes no further keeps no others waiting', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const room = createAnswerRoom(100);
  const [dead, one, other] = [enter(room), enter(room), enter(room)];
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
  dead.leave();
  expect(paused()).toEqual([false, false, false]);
  expect(vi.getTimerCount()).toBe(0);
});
