import { expect, it } from 'vitest';
import { createSharedConcurrency } from './shared-concurrency.ts';
import { createSharingCounts } from './sharing-counts.ts';
import { createScriptedLink } from './testing/scripted-link.ts';

it('places of a replica that is silent are not given out by the only other one before their lease has ended', async () => {
  let [present, at] = [2, 0];
  const link = Object.assign(createScriptedLink(), { replicas: () => present });
  const concurrency = createSharedConcurrency(link, createSharingCounts(), () => at);
  const first = concurrency.enter('a', 2);
  link.questions[0]?.answer([1, 1, 2]);
  expect(await first).toBeTypeOf('function');

  // It has not been heard of for five seconds: it may be frozen, and its requests run on.
  present = 1;
  expect(await concurrency.enter('a', 2)).toBeUndefined();
  at = 5_000;
  const early = concurrency.enter('a', 2);
  link.questions[1]?.answer([0, 1, 2]);
  expect(await early).toBeUndefined();
  at = 15_000;
  const late = concurrency.enter('a', 2);
  link.questions[2]?.answer([1, 2, 2]);
  expect(await late).toBeTypeOf('function');
  link.isThere = false;
  await concurrency.stop();
});

it('who is the only one waits for nobody where no other has a place', async () => {
  const link = Object.assign(createScriptedLink(), { replicas: () => 1 });
  const concurrency = createSharedConcurrency(link, createSharingCounts());
  expect([1, 2, 3].map(() => concurrency.enter('a', 2))).toEqual([
    expect.any(Function),
    expect.any(Function),
    undefined,
  ]);
  expect(link.questions).toEqual([]);
  link.isThere = false;
  await concurrency.stop();
});
