/** Amounts in the console: which can be typed, how a chart shows small ones, and that those of a bill add up. */
import { randomUUIDv7 } from 'node:crypto';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, askMany } from './testing/ask.ts';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { enterConsole, type Person } from './testing/console-person.ts';
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

/** What a panel says of an amount that is typed into it and sent. */
async function refusalOf(
  { page }: Person,
  { panel, field, amount }: { panel: string; field: string; amount: string },
): Promise<string> {
  const dialog = page.getByRole('dialog', { name: panel });
  await dialog.getByRole('textbox', { name: field }).fill('');
  await dialog.getByRole('textbox', { name: field }).pressSequentially(amount);
  await dialog.getByRole('button', { name: panel }).click();
  await dialog.getByText(/^From .* to /).waitFor();
  const refusal = await dialog.getByText(/^From .* to /).textContent();
  return `${await dialog.getByRole('textbox', { name: field }).inputValue()}: ${refusal}`;
}

test('what is less than can be spent, and more than anybody is given, is refused as it was typed', async () => {
  const person = await enterConsole(browser(), world, root);
  const { page, go, close } = person;
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('dialog', { name: 'Make a key' }).getByLabel('Name').fill('tiny');
  await page.getByLabel('No limit of its own').uncheck();
  const ofKey = { panel: 'Make a key', field: 'May still spend' };
  expect(await refusalOf(person, { ...ofKey, amount: '0.0000001' })).toBe(
    '$0.0000001: From $0.000002 to $1,000,000,000.00.',
  );
  expect(await refusalOf(person, { ...ofKey, amount: '1000000001' })).toBe(
    '$1,000,000,001: From $0.000002 to $1,000,000,000.00.',
  );
  expect(await world.sql("select 1 as found from account.keys where name = 'tiny'")).toEqual([]);
  await go('/codes');
  await page.getByRole('button', { name: 'New codes' }).click();
  await page.getByRole('dialog', { name: 'New codes' }).getByLabel('Name').fill('huge');
  const ofCodes = { panel: 'New codes', field: 'Worth' };
  expect(await refusalOf(person, { ...ofCodes, amount: '1000000001' })).toBe(
    '$1,000,000,001: From $0.000002 to $1,000,000,000.00.',
  );
  await close();
});

test('a number that is out of bounds is refused as it was typed, and not made another', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/codes');
  await page.getByRole('button', { name: 'New codes' }).click();
  const codes = page.getByRole('dialog', { name: 'New codes' });
  await codes.getByLabel('Name').fill('many');
  await codes.getByLabel('Worth').fill('1');
  await codes.getByLabel('How many').fill('500');
  await codes.getByRole('button', { name: 'New codes' }).click();
  expect(await codes.getByRole('alert').textContent()).toBe('How many: must be at most 100.');
  expect(await codes.getByLabel('How many').inputValue()).toBe('500');
  expect(await world.sql("select 1 as found from account.redemptions where name = 'many'")).toEqual([]);
  await codes.getByLabel('How many').fill('1');
  await codes.getByRole('button', { name: 'New codes' }).click();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = page.getByRole('dialog', { name: 'Make a key' });
  await key.getByLabel('Name').fill('below nothing');
  await key.getByRole('button', { name: 'Limits' }).click();
  await key.getByLabel('Requests').fill('-3');
  await key.getByRole('button', { name: 'Make a key' }).click();
  expect(await key.getByRole('alert').textContent()).toContain('must be at least 0.');
  expect(await key.getByLabel('Requests').inputValue()).toBe('-3');
  expect(await world.sql("select 1 as found from account.keys where name = 'below nothing'")).toEqual([]);
  await close();
});

test('a budget and a limit of less than can be spent are refused, and not saved as none of it', async () => {
  const person = await enterConsole(browser(), world, root);
  const { page, go, close } = person;
  await go('/keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const panel = page.getByRole('dialog', { name: 'Make a key' });
  await panel.getByLabel('Name').fill('tight');
  await panel.getByRole('button', { name: 'Limits' }).click();
  const ofDay = { panel: 'Make a key', field: 'Per day' };
  expect(await refusalOf(person, { ...ofDay, amount: '0.0000001' })).toBe(
    '$0.0000001: From $0.000002 to $1,000,000,000.00.',
  );
  await panel.getByLabel('Per day').fill('1');
  await panel.getByRole('button', { name: 'Add a limit' }).click();
  await panel.getByPlaceholder('Model').fill('gpt-4o-mini');
  await panel.page().getByRole('option', { name: 'gpt-4o-mini', exact: true }).click();
  const ofModel = { panel: 'Make a key', field: 'Limit of gpt-4o-mini' };
  expect(await refusalOf(person, { ...ofModel, amount: '0.0000001' })).toBe(
    '$0.0000001: From $0.000002 to $1,000,000,000.00.',
  );
  expect(await world.sql("select 1 as found from account.keys where name = 'tight'")).toEqual([]);
  await close();
});

test('a price that is typed as JSON beside a field of its own is refused, and not dropped', async () => {
  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/models');
  await page.getByRole('button', { name: /Open gpt-4o-mini$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'All else' }).fill('{ "input": "9", "character": "5" }');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('These have fields of their own, which say something else: input.').waitFor();
  await close();
});

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

test('of a request that cost dollars its bill shows every unit: what was given back and what remains are what was booked', async () => {
  const dear = configuration
    .replace('  call-model: {', '  dear-model: { price: { call: 2.005 } }\n  call-model: {')
    .replace('models: [gpt-4o-mini, ', 'models: [dear-model, gpt-4o-mini, ');
  await world.apply(dear);
  const { id: requestId } = await ask(world, { key: keys.unlimited, model: 'dear-model' });
  await waitFor(async () => {
    return (await world.sql('select id from ledger.usage where id = $1', [requestId])).length === 1;
  }, 'the request is booked');
  const ledger = connectRpc(LedgerClient, world.ledgerAddress);
  await call(ledger, ledger.refund, { id: randomUUIDv7(), requestId, units: 501_251n });
  ledger.close();

  const { page, go, close } = await enterConsole(browser(), world, root);
  await go('/logs?model=dear-model');
  await page.getByRole('button', { name: 'Details of dear-model' }).click();
  const bill = page.getByRole('dialog');
  await bill.getByText('It agrees').waitFor();
  const amounts = (await bill.getByRole('definition').allTextContents()).filter((text) => text.includes('$'));
  // The cost, the sum, what was booked, what was given back, and what was paid in the end.
  expect(amounts).toEqual(['$2.005', '$2.005', '$2.005', '-$1.002502', '$1.002498']);
  await close();
});
