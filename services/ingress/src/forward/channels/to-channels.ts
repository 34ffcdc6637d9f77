import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ChannelAction } from '../../routes/route.ts';
import { showBalance, showBalances } from './balances.ts';
import { listModels, listUnsavedModels } from './models.ts';
import { testAll, testOne } from './tests.ts';

type Act = (context: Context, exchange: Exchange) => Promise<void>;

const acts: Record<ChannelAction, Act> = {
  test: testOne,
  'test-all': testAll,
  models: listModels,
  'unsaved-models': listUnsavedModels,
  balance: showBalance,
  balances: showBalances,
};

/** Has text-gateway ask something of channels for an administrator. */
export function forwardToChannels(
  context: Context,
  exchange: Exchange,
  { action }: { action: ChannelAction },
): Promise<void> {
  return acts[action](context, exchange);
}
