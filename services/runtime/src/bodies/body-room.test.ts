import { expect, it } from 'vitest';
import { createBodyRoom } from './body-room.ts';

it('one user has three quarters of the room, and what is let go of is given back', () => {
  const room = createBodyRoom(400_000);
  for (let time = 0; time < 3; time += 1) {
    const [first, second] = [room.enter(1n), room.enter(1n)];
    expect([first.grow(100_000), first.grow(200_000), second.grow(100_000)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(second.grow(100_001)?.fault).toMatchObject({ status: 429, retryAfterMs: 1_000 });
    expect(room.heldBytes()).toBe(300_000);
    for (const place of [first, second, second]) place.leave();
    expect(room.heldBytes()).toBe(0);
  }
});

it('where the room is taken by several users, another process may have some', () => {
  let refused = 0;
  const room = createBodyRoom(400_000, () => {
    refused += 1;
  });
  expect(room.enter(1n).grow(300_000)).toBeUndefined();
  expect(room.enter(2n).grow(100_000)).toBeUndefined();
  expect(refused).toBe(0);
  expect(room.enter(3n).grow(70_000)?.fault).toMatchObject({ status: 503, notStarted: true });
  expect(refused).toBe(1);
});

it('what is refused takes no room from bodies that were let in', () => {
  const room = createBodyRoom(400_000);
  room.enter(1n).grow(200_000);
  const second = room.enter(2n);
  expect(second.grow(150_000)).toBeUndefined();
  expect(room.enter(3n).grow(70_000)).toBeDefined();
  expect(second.grow(160_000)).toBeUndefined();
});

it('small bodies always find room', () => {
  const room = createBodyRoom(100_000);
  room.enter(1n).grow(1_000_000);
  expect(room.enter(1n).grow(64 * 1024)).toBeUndefined();
});

it('what is held of a body no more is given back', () => {
  const room = createBodyRoom(400_000);
  const place = room.enter(1n);
  place.grow(200_000);
  place.shrink(100_000);
  expect(room.heldBytes()).toBe(100_000);
  place.shrink(150_000);
  expect(room.heldBytes()).toBe(100_000);
  const small = room.enter(1n);
  small.grow(1_000);
  small.shrink(500);
  expect(room.heldBytes()).toBe(100_000);
  place.leave();
  expect(room.heldBytes()).toBe(0);
});
