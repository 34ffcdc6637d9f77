import type { ReadBalancesResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { callStream } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { answerFresh } from '../answer-fresh.ts';
import { askedChannel } from './asked-channel.ts';
import { untilGone } from './until-gone.ts';

const oneDeadlineMs = 5 * 60_000;
const allDeadlineMs = 60 * 60_000;

/** Shows what is left on the accounts of one channel. */
export function showBalance(context: Context, exchange: Exchange): Promise<void> {
  const channelId = askedChannel(exchange);
  return untilGone(exchange, async (signal) => {
    const [balance] = await read(context, channelId, { deadlineMs: oneDeadlineMs, signal });
    if (!balance) throw new Error('A balance was neither read nor refused');
    const { success, message, ...data } = toView(balance);
    answerFresh(exchange, success ? { success, message, balance: data.balance, data } : { success, message });
  });
}

/** Shows what is left on the accounts of every channel. */
export function showBalances(context: Context, exchange: Exchange): Promise<void> {
  return untilGone(exchange, async (signal) => {
    const items = (await read(context, 0n, { deadlineMs: allDeadlineMs, signal })).map(toView);
    answerFresh(exchange, { success: true, message: '', data: { items, total: items.length } });
  });
}

function read(
  { inquiries }: Context,
  channelId: bigint,
  options: { deadlineMs: number; signal: AbortSignal },
): Promise<ReadBalancesResponse[]> {
  return Array.fromAsync(callStream(inquiries, inquiries.readBalances, { channelId }, options));
}

function toView({ channelId, success, message, balance, currency }: ReadBalancesResponse) {
  const told = success ? { balance, currency } : { balance: null, currency: null };
  return { channel_id: Number(channelId), success, message, ...told };
}
