import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Candidate } from '../catalog/catalog.ts';
import type { Wish } from '../families/wish.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { Account } from '../upstreams/upstream.ts';
import type { Plan } from './submit.ts';

/** Ways to render a wish that cost what the first costs; undefined where no channel renders anything. */
export function planWays(wish: Wish, candidates: readonly Candidate[]): [Plan, ...Plan[]] | undefined {
  const plans: Plan[] = [];
  for (const candidate of candidates) {
    const { channel, upstreamModel } = candidate;
    const upstream = findUpstream(channel.provider);
    if (!upstream || (wish.imageCount !== undefined && !upstream.makesImages)) continue;
    const order = upstream.resolve(wish, upstreamModel);
    const keys = channel.keys.length === 0 ? [undefined] : channel.keys;
    for (const key of keys) plans.push({ candidate, account: toAccount(channel, key), upstream, order });
  }
  const [first, ...others] = plans;
  if (!first) return undefined;
  return [first, ...others.filter((plan) => costsTheSame(plan, first))];
}

function toAccount(channel: Channel, key: string | undefined): Account {
  return {
    provider: channel.provider,
    baseUrl: channel.baseUrl.replace(/\/$/, ''),
    key,
    region: channel.region,
    apiVersion: channel.apiVersion,
  };
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
  return Buffer.from(Usage.encode(order.usage).finish()).equals(Usage.encode(usage).finish());
}
