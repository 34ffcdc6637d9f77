import { fault } from '@headgate/proto/faults';
import type { PurseState } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse } from '@headgate/proto/purses';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import { keyOf } from '../../caller/authenticate.ts';
import type { KnownKey } from '../../caller/known-key.ts';
import type { Context } from '../../context.ts';
import { answerJson } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { keyUsageView, subscriptionView, usageView } from './billing-views.ts';

type View = (key: KnownKey, purse: PurseState, perUsd: string) => unknown;

const views = {
  'key-usage': keyUsageView,
  subscription: subscriptionView,
  usage: usageView,
} satisfies Record<string, View>;

/** Serves what a key was granted and has used: account's facts of the key with ledger's numbers. */
export async function forwardToLedger(
  context: Context,
  exchange: Exchange,
  view: keyof typeof views,
): Promise<void> {
  const key = keyOf(exchange);
  const [purse, perUsd] = await Promise.all([
    readPurse(context, keyPurse(key.id)),
    view === 'key-usage' ? '' : context.site.perUsd(),
  ]);
  answerJson(exchange, 200, views[view](key, purse, perUsd));
}

async function readPurse(context: Context, id: string): Promise<PurseState> {
  try {
    const { purses } = await call(context.ledger, context.ledger.getPurses, { purses: [id] });
    // A purse that nobody has opened yet holds nothing.
    return (
      purses.find((purse) => purse.id === id) ?? { id, granted: 0n, used: 0n, held: 0n, unlimited: false }
    );
  } catch (cause) {
    throw new FaultError(fault('service_unavailable', { message: 'The quota cannot be read right now.' }), {
      cause,
    });
  }
}
