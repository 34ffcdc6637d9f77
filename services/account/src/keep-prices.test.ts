import { ListPricesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { keepPrices } from './keep-prices.ts';

/** A ledger that tells its prices, and who says that they have them that these are the same. */
function scriptLedger(present: Parameters<typeof ListPricesResponse.fromPartial>[0]) {
  const script = { present: ListPricesResponse.fromPartial(present), sent: 0 };
  const listPrices = keepPrices(async ({ knownDigest }) => {
    const { version, digest, prices } = script.present;
    if (digest.length > 0 && digest.equals(knownDigest))
      return ListPricesResponse.fromPartial({ version, digest });
    script.sent += prices.length;
    return script.present;
  });
  return { script, listPrices };
}

const prices = [{ model: 'm', input: '1' }];

test('prices that are the same are not sent again', async () => {
  const { script, listPrices } = scriptLedger({ version: 1n, digest: Buffer.of(1), prices });
  const first = await listPrices();
  expect(first).toMatchObject({ version: 1n, prices });
  expect(await listPrices()).toBe(first);
  expect(script.sent).toBe(1);
  const others = [{ model: 'm', input: '2' }];
  script.present = ListPricesResponse.fromPartial({ version: 2n, digest: Buffer.of(2), prices: others });
  expect(await listPrices()).toMatchObject({ version: 2n, prices: others });
});

test('a ledger of the version before tells all prices every time', async () => {
  const { script, listPrices } = scriptLedger({ version: 1n, prices });
  expect(await listPrices()).toMatchObject({ prices });
  expect(await listPrices()).toMatchObject({ prices });
  expect(script.sent).toBe(2);
});
