import { multiplyRate } from '@headgate/proto/bounds';
import { GetBoundsResponse, Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPrices } from '../pricing/apply-prices.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { readRatios } from '../pricing/read-ratios.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import type { RpcContext } from './context.ts';
import { answerGetBounds } from './get-bounds.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

const many = 60;
const numbers = Array.from({ length: many }, (_, number) => number);

async function ask(byRatio: boolean): Promise<GetBoundsResponse> {
  const context: Pick<RpcContext, 'knex' | 'books'> = { knex: database.knex, books: createPriceBooks() };
  const answer = await answerGetBounds(context as RpcContext, { afterVersion: 0n, byRatio });
  return GetBoundsResponse.decode(GetBoundsResponse.encode(answer).finish());
}

test('by ratio, many models in many groups are told once each, and mean the bounds that they have', async () => {
  const prices = numbers.map((n) => Price.fromPartial({ model: `m${n}`, input: `0.00${n}`, call: '0.001' }));
  const groups = numbers.map((n) => ({ group: `g${n}`, ratio: `1.0${n}`, models: { [`m${n}`]: '0.3' } }));
  await applyPrices(database.knex, { prices: readPrices(prices), ratios: readRatios(groups), prune: true });
  const { bounds } = await ask(false);
  expect(bounds).toHaveLength(many * many);
  const { rates, ratios, bounds: none } = await ask(true);
  expect([rates.length, ratios.length, none.length]).toEqual([many, many, 0]);
  expect(
    rates.flatMap((rate) =>
      ratios.map(({ group, base, models }) => {
        const own = models.find(({ model }) => model === rate.model);
        return multiplyRate(rate, group, own?.ratio ?? base);
      }),
    ),
  ).toEqual(bounds);
});
