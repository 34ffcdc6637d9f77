import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { FaultError } from '@headgate/runtime/errors';
import { accountsOf } from '../../catalog/accounts-of.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import type { Wish } from '../../families/wish.ts';
import type { Surface } from '../../task/task.ts';
import { findUpstream } from '../../upstreams/index.ts';
import { refuseOptions } from '../../upstreams/refuse-options.ts';
import type { Order, Upstream } from '../../upstreams/upstream.ts';
import type { Plan } from './plan.ts';

/** Creates that are tried for one task, at the most. */
const mostPlans = 4;

/**
 * Ways to render a wish that cost what the first costs; undefined where no channel renders anything. Throws a FaultError
 * 400 where every vendor refuses the wish, with the first one's words.
 *
 * @param random numbers in [0, 1).
 */
export function planWays(
  wish: Wish,
  candidates: readonly Candidate[],
  surface: Surface = 'video',
  random: () => number = Math.random,
): [Plan, ...Plan[]] | undefined {
  const plans: Plan[] = [];
  let refusal: FaultError | undefined;
  for (const candidate of candidates) {
    const { channel } = candidate;
    const upstream = findUpstream(channel.provider, surface);
    if (!upstream || (wish.imageCount !== undefined && !upstream.makesImages)) continue;
    const order = resolve(upstream, wish, candidate);
    if (order instanceof FaultError) {
      refusal ??= order;
      continue;
    }
    const accounts = fromAnyOn(accountsOf(channel), random);
    for (const account of accounts) plans.push({ candidate, account, upstream, order });
  }
  const [first, ...others] = plans;
  if (first) return chooseWays(first, others);
  if (refusal) throw refusal;
  return undefined;
}

/** All of them, beginning with any: nothing is remembered of keys, and the first ones may be refused or busy for long. */
function fromAnyOn<T>(all: readonly T[], random: () => number): T[] {
  const start = Math.floor(random() * all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}

/** Those that are tried, in their order: a further key of a channel only where every other channel has its one way. */
function chooseWays(first: Plan, others: readonly Plan[]): [Plan, ...Plan[]] {
  const plans = [first, ...others.filter((plan) => costsTheSame(plan, first))];
  const isFirst = (plan: Plan): boolean =>
    plan === plans.find(({ candidate }) => candidate === plan.candidate);
  const chosen = [...plans.filter(isFirst), ...plans.filter((plan) => !isFirst(plan))].slice(0, mostPlans);
  return [first, ...plans.slice(1).filter((plan) => chosen.includes(plan))];
}

/** The order, or why this vendor does not render the wish: another one may. */
function resolve(upstream: Upstream, wish: Wish, { upstreamModel }: Candidate): Order | FaultError {
  try {
    refuseOptions(wish, upstream);
    return upstream.resolve(wish, upstreamModel);
  } catch (error) {
    if (error instanceof FaultError && error.fault.status === 400) return error;
    throw error;
  }
}

function costsTheSame(plan: Plan, first: Plan): boolean {
  return isPriced(plan, { priceModel: first.candidate.priceModel, usage: first.order.usage });
}

/** Whether a plan costs what was quoted for this usage of this model. */
export function isPriced(
  { candidate, order }: Plan,
  { priceModel, usage }: { priceModel: string; usage: Usage },
): boolean {
  if (candidate.priceModel !== priceModel) return false;
  const counted = Usage.encode(usage).finish();
  const ways = [order.usage, order.otherwise, order.covered].filter((way) => way !== undefined);
  return ways.some((way) => Buffer.from(Usage.encode(way).finish()).equals(counted));
}
