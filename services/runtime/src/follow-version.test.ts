import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { followVersion } from './follow-version.ts';
import { createHealth } from './health.ts';
import { createLog } from './log.ts';
import { waitFor } from './testing/wait-for.ts';

/** Follows a source whose version a test sets; `asked` are the versions that it was told. */
function follow() {
  const source = { version: 1n, isAway: false, slow: Promise.resolve() };
  const asked: bigint[] = [];
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const health = createHealth();
  const service = { health, log: createLog('bakery', 'silent'), stopping: ended.signal };
  const menu = followVersion(service, 'menu', async (knownVersion) => {
    asked.push(knownVersion);
    const { version, slow, isAway } = source;
    if (isAway) throw new Error('away');
    await slow;
    return version === knownVersion ? undefined : { version };
  });
  return { source, asked, menu, health };
}

test('it is ready with the first copy, and follows what is announced, back as well', async () => {
  const { source, menu, health } = follow();
  health.started();
  expect(health.report().ready).toBe(false);
  await waitFor(() => menu.current()?.version === 1n, 'the first copy');
  expect(health.report().ready).toBe(true);
  for (const version of [7n, 3n]) {
    source.version = version;
    menu.announced(version);
    await waitFor(() => menu.current()?.version === version, `version ${version}`);
  }
});

test('an announcement of what is there asks nobody, and those that come together ask once', async () => {
  const { source, asked, menu } = follow();
  await waitFor(() => menu.current() !== undefined, 'the first copy');
  menu.announced(1n);
  expect(asked).toEqual([0n]);
  source.version = 2n;
  menu.announced(2n);
  menu.announced(2n);
  await waitFor(() => menu.current()?.version === 2n, 'the second copy');
  expect(asked).toEqual([0n, 1n]);
});

test('a suspicion is followed at once, and an unfounded one changes nothing', async () => {
  const { source, asked, menu } = follow();
  await waitFor(() => menu.current() !== undefined, 'the first copy');
  const first = menu.current();
  await menu.suspected();
  expect(asked).toEqual([0n, 1n]);
  expect(menu.current()).toBe(first);
  source.version = 2n;
  await menu.suspected();
  expect(menu.current()).toEqual({ version: 2n });
  source.isAway = true;
  await menu.suspected();
  expect(menu.current()).toEqual({ version: 2n });
});

test.each<[string, (menu: ReturnType<typeof follow>['menu'], version: bigint) => unknown]>([
  ['an announcement', (menu, version) => menu.announced(version)],
  ['a suspicion', (menu) => menu.suspected()],
])('%s is followed where an older answer is still on its way', async (_what, tell) => {
  const { source, menu } = follow();
  await waitFor(() => menu.current() !== undefined, 'the first copy');
  const answer = Promise.withResolvers<void>();
  Object.assign(source, { version: 2n, slow: answer.promise });
  menu.announced(2n);
  Object.assign(source, { version: 3n, slow: Promise.resolve() });
  const told = tell(menu, 3n);
  answer.resolve();
  await told;
  await setImmediate();
  expect(menu.current()).toEqual({ version: 3n });
});

test('a copy outlives its source', async () => {
  const { source, asked, menu } = follow();
  await waitFor(() => menu.current() !== undefined, 'the first copy');
  source.isAway = true;
  menu.announced(2n);
  await waitFor(() => asked.length > 1, 'it is asked');
  expect(menu.current()).toEqual({ version: 1n });
});
