import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange.ts';
import type { ChannelAction } from '../../routes.ts';
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
  // These are GET for the clients that there are, and yet each calls upstreams: no link elsewhere may lead here.
  if (exchange.request.headers['sec-fetch-site'] === 'cross-site')
    throw new FaultError(fault('access_denied', { message: 'This request came from another site.' }));
  return acts[action](context, exchange);
}
