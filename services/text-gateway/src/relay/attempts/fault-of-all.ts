import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Route } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import { meaningOf } from '../../refusals/refusal-meaning.ts';
import { shortestCoolingMs } from '../choices/choose.ts';

const busy = 'Every upstream for this model is busy.';

/**
 * What a client is told when none of the routes served it: the fault of the one that was asked last, with the time until one of
 * them is free again where it says one. Without a fault nobody was asked, since all of them cool.
 */
export function faultOfAll(
  failure: Fault | undefined,
  { routes, tried }: { routes: readonly Route[]; tried: ReadonlySet<Route> },
  context: Pick<GatewayContext, 'cooling'>,
): Fault {
  const left = leftOf(routes, tried, context);
  const waitMs = shortestCoolingMs(left, context);
  // Who sealed it may be among those that cool.
  const isWorthWaiting =
    meaningOf(failure) === 'unread-seal' &&
    left.some(({ circuit }) => context.cooling.remainingMs(circuit) > 0);
  if (!failure || isWorthWaiting) return fault('too_many_requests', { retryAfterMs: waitMs, message: busy });
  // The one that was asked last is not always the first that is free again.
  return { ...failure, retryAfterMs: Math.min(failure.retryAfterMs, waitMs) };
}

/** What another request could be sent to, now or when it has cooled: all but what failed otherwise. */
function leftOf(
  routes: readonly Route[],
  tried: ReadonlySet<Route>,
  { cooling }: Pick<GatewayContext, 'cooling'>,
): readonly Route[] {
  return routes.filter((route) => !tried.has(route) || cooling.remainingMs(route.circuit) > 0);
}
