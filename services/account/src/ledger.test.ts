import { freePort } from '@headgate/runtime/testing/free-port';
import { expect, test } from 'vitest';
import { connectLedger } from './ledger.ts';
import { faultFrom } from './testing/test-account.ts';

test('a ledger that is away is a fault that says so, after some patience', async () => {
  const ledger = connectLedger(`127.0.0.1:${await freePort()}`, { patienceMs: 300 });
  const started = Date.now();
  const fault = await faultFrom(ledger.applyPrices({ prices: [], groups: [], prune: false, dryRun: true }));
  expect(fault).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(fault.message).toContain('nothing was changed');
  expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  ledger.close();
});
