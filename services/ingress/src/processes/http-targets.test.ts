import { startTestNameServer } from '@headgate/runtime/testing/name-server';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpTargets } from './http-targets.ts';

test('replicas are chosen at random', async () => {
  const draws = [0, 0.5, 0.99];
  const targets = createHttpTargets('127.0.0.1:1, 127.0.0.2:2', { random: () => draws.shift() ?? 0 });
  expect([await targets.choose(), await targets.choose(), await targets.choose()]).toEqual([
    'http://127.0.0.1:1',
    'http://127.0.0.2:2',
    'http://127.0.0.2:2',
  ]);
});

test('one that could not be reached is left alone for a while, unless it is the only one', async () => {
  let now = 0;
  const targets = createHttpTargets('127.0.0.1:1,127.0.0.2:2', { random: () => 0, now: () => now });
  targets.avoid('http://127.0.0.1:1');
  expect(await targets.choose()).toBe('http://127.0.0.2:2');
  targets.avoid('http://127.0.0.2:2');
  expect(await targets.choose()).toBe('http://127.0.0.1:1');
  now = 10_000;
  expect(await targets.choose()).toBe('http://127.0.0.1:1');
});

test('a name that stands for nobody is an error that names it', async () => {
  await expect(createHttpTargets('nobody.invalid:1').choose()).rejects.toThrow('nobody.invalid:1');
});

test('a name is looked up every two seconds, and one that is not found keeps its addresses', async () => {
  const names = await startTestNameServer();
  names.set('console.test', ['127.0.0.1']);
  let now = 0;
  const targets = createHttpTargets(`dns://${names.address}/console.test:8080`, { now: () => now });
  expect(await targets.list()).toEqual(['http://127.0.0.1:8080']);
  names.set('console.test', ['127.0.0.2']);
  expect(await targets.list()).toEqual(['http://127.0.0.1:8080']);
  now = 2_000;
  expect(await targets.list()).toEqual(['http://127.0.0.2:8080']);
  names.set('console.test', []);
  now = 4_000;
  expect(await targets.list()).toEqual(['http://127.0.0.2:8080']);
  await names.stop();
});

test('while name servers hang, requests go where they went before and wait for one and the same look-up', async () => {
  const names = await startTestNameServer();
  onTestFinished(names.stop);
  names.set('console.test', ['127.0.0.1']);
  let now = 0;
  const targets = createHttpTargets(`dns://${names.address}/console.test:8080`, { now: () => now });
  await targets.list();
  const asked = names.asked();
  names.fallSilent();
  now = 2_000;
  const lists = await Promise.all(Array.from({ length: 20 }, targets.list));
  expect(lists).toEqual(lists.map(() => ['http://127.0.0.1:8080']));
  expect(names.asked() - asked).toBe(1);
});

test('the error about a name that stands for nobody says why', async () => {
  const choice = createHttpTargets('nobody.invalid:1').choose();
  await expect(choice).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^E/) } });
});
