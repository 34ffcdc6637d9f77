import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { ReadBalancesResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import type { GatewayContext } from '../../context.ts';
import { findUpstream } from '../../upstreams/index.ts';
import type { Upstream } from '../../upstreams/upstream.ts';
import { askUpstream } from '../ask-upstream.ts';
import { sayRefusal, sayUnreached } from '../say-refusal.ts';
import type { Balance, BalanceSource } from './balance-source.ts';
import { findBalanceSource } from './find-source.ts';

/** The longest that one channel may take, whatever the number of its credentials. */
const deadlineMs = 60_000;

/** Asks what is left on the accounts of a channel's credentials, all together. */
export async function readBalance(
  context: Pick<GatewayContext, 'pools' | 'accessTokens'>,
  channel: Channel,
  signal: AbortSignal,
): Promise<ReadBalancesResponse> {
  const source = findBalanceSource(channel);
  const upstream = findUpstream(channel.provider);
  const base = ReadBalancesResponse.fromPartial({ channelId: channel.id });
  if (!source || !upstream) return { ...base, message: silent };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const balances: Balance[] = [];
  for (const key of channel.keys) {
    const read = await readOne(context, { source, upstream, channel, key }, ending);
    if (typeof read === 'string') return { ...base, message: read };
    balances.push(read);
  }
  const [first] = balances;
  if (!first) return { ...base, message: 'This channel has no credential.' };
  if (balances.some(({ currency }) => currency !== first.currency)) return { ...base, message: mixed };
  const balance = balances.reduce((sum, { amount }) => sum + amount, 0);
  return { ...base, success: true, balance, currency: first.currency };
}

const silent = 'This provider does not tell balances.';
const mixed = 'The accounts of this channel are in different currencies.';

interface Question {
  source: BalanceSource;
  upstream: Upstream;
  channel: Channel;
  key: string;
}

/** The balance of one credential, or why it is not known. */
async function readOne(
  context: Pick<GatewayContext, 'pools' | 'accessTokens'>,
  { source, upstream, channel, key }: Question,
  signal: AbortSignal,
): Promise<Balance | string> {
  const base = new URL(channel.baseUrl);
  const secrets = { keys: channel.keys, hosts: [base.host, base.hostname], upstreamModel: '', model: '' };
  const answers: unknown[] = [];
  for (const path of source.paths) {
    const url = new URL(pathBefore(base) + path, base.origin);
    try {
      const { status, body } = await askUpstream(context, upstream, { channel, key, url }, signal);
      if (status !== 200) return sayRefusal(status, body, secrets);
      answers.push(JSON.parse(body.toString('utf8')));
    } catch (error) {
      return error instanceof SyntaxError ? unreadable : sayUnreached(error);
    }
  }
  return source.read(answers, base) ?? unreadable;
}

const unreadable = 'The upstream did not answer with a balance.';

/** Where a service lies below others behind one host, its accounts do too. */
function pathBefore({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').replace(/\/(?:api\/)?v\d+(?:beta)?$/, '');
}
