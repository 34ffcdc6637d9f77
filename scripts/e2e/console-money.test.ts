/** Amounts in the console: how a chart shows small ones. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askMany } from './testing/ask.ts';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { enterConsole } from './testing/console-person.ts';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const root = { username: 'root', password: rootPassword };

const browser = shareBrowser();
let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    hasConsole: true,
    env: { ledger: { HEADGATE_STATISTICS_MS: '100' } },
  });
}, 300_000);
afterAll(() => world?.stop());

test('the numbers beside a chart of small amounts stand within it, on a phone as well', async () => {
  await askMany(world, { key: keys.unlimited, model: 'gpt-4o-mini', content: 'hello '.repeat(40) }, 7);
  const { page, go, close } = await enterConsole(browser(), world, root);
  await page.setViewportSize({ width: 390, height: 844 });
  await go('/');
  await waitFor(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await page.getByText('No requests in this time').count()) === 0;
  }, 'the requests are added up');
  const chart = page.getByRole('figure', { name: 'Spend by model' });
  const small = chart.getByText(/^\$0\.\d{4}/).last();
  await small.waitFor();
  const left = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
  expect(await left(small)).toBeGreaterThanOrEqual(await left(chart));
  await close();
});
