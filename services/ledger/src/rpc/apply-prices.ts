import type { ApplyPricesRequest, ApplyPricesResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { applyPrices } from '../pricing/apply-prices.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { readRatios } from '../pricing/read-ratios.ts';
import { writeChange } from '../pricing/write-price.ts';
import { writeRatioChange } from '../pricing/write-ratio.ts';
import type { RpcContext } from './context.ts';

/** Sets prices and group ratios, all or nothing. */
export async function answerApplyPrices(
  { knex, log }: RpcContext,
  { prices, groups, prune, dryRun }: ApplyPricesRequest,
): Promise<ApplyPricesResponse> {
  const list = { prices: readPrices(prices), ratios: readRatios(groups), prune };
  const { version, isChanged, changes, ratioChanges } = await applyPrices(knex, list, { dryRun });
  if (isChanged && !dryRun) log.info({ priceVersion: String(version) }, 'prices changed');
  return {
    version,
    changed: isChanged,
    prices: changes.map(writeChange),
    groups: ratioChanges.map(writeRatioChange),
  };
}
