import type { ProbeChannelsResponse, ReadBalancesResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import type { GatewayContext } from '../context.ts';
import type { ChannelAccount } from './channel-account.ts';

interface Keeper {
  context: Pick<GatewayContext, 'log'>;
  account: ChannelAccount;
}

/** Keeps what came of a test, if one was made. What cannot be kept is shown all the same. */
export function keepTest(keeper: Keeper, result: ProbeChannelsResponse, askedBy: bigint): Promise<void> {
  const { channelId, success, message, seconds, status, model } = result;
  if (model === '') return Promise.resolve();
  const responseMs = BigInt(Math.round(seconds * 1_000));
  const test = { channelId, askedBy, success, message, responseMs, status, model };
  return orWarn(keeper, channelId, keeper.account.noteTest(test));
}

/** Keeps what is left, where it was told: what was told before is still the newest otherwise. */
export function keepBalance(keeper: Keeper, result: ReadBalancesResponse): Promise<void> {
  const { channelId, success, balance, currency } = result;
  if (!success) return Promise.resolve();
  return orWarn(keeper, channelId, keeper.account.noteBalance({ channelId, balance, currency }));
}

async function orWarn({ context }: Keeper, channelId: bigint, noting: Promise<unknown>): Promise<void> {
  await noting.catch((error) =>
    context.log.warn({ err: error, channelId: String(channelId) }, 'what a channel said was not kept'),
  );
}
