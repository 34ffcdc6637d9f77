import { expect, test } from 'vitest';
import { createSite } from './site.ts';

function watch() {
  const told = { perUsd: '1', catalogVersion: 1n, asked: 0, isAway: false, now: 0 };
  const site = createSite(
    async () => {
      told.asked += 1;
      if (told.isAway) throw new Error('away');
      return { perUsd: told.perUsd, catalogVersion: told.catalogVersion };
    },
    () => told.now,
  );
  return { told, site };
}

test('what was told is kept while its version is announced', async () => {
  const { told, site } = watch();
  for (let count = 0; count < 10; count += 1) {
    expect(await site.perUsd()).toBe('1');
    site.announced(1n);
    told.now += 500;
  }
  expect(told.asked).toBe(1);
});

test('another version is asked for with the next request', async () => {
  const { told, site } = watch();
  await site.perUsd();
  Object.assign(told, { perUsd: '7.3', catalogVersion: 2n });
  site.announced(2n);
  expect(await site.perUsd()).toBe('7.3');
});

test('without announcements it is asked for again', async () => {
  const { told, site } = watch();
  await site.perUsd();
  told.perUsd = '';
  told.now += 2_000;
  expect(await site.perUsd()).toBe('');
});

test('while account is away the last word counts, and without one there is no answer', async () => {
  const { told, site } = watch();
  await site.perUsd();
  told.isAway = true;
  told.now += 60_000;
  expect(await site.perUsd()).toBe('1');
  const fresh = watch();
  fresh.told.isAway = true;
  await expect(fresh.site.perUsd()).rejects.toMatchObject({ fault: { code: 'service_unavailable' } });
});
