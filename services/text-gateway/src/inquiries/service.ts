import type { TextGatewayServer } from '@headgate/proto/gen/headgate/text/v1/text';
import { createGate } from '@headgate/runtime/gates/gate';
import type { Service } from '@headgate/runtime/lifecycle';
import { serverStream, unary } from '@headgate/runtime/rpc/handler';
import type { GatewayContext } from '../context.ts';
import { readBalance } from './balances/read-balance.ts';
import type { ChannelAccount } from './channel-account.ts';
import { createInquiryCounter } from './count-inquiries.ts';
import { eachChannel } from './each-channel.ts';
import { findChannels } from './find-channels.ts';
import { keepBalance, keepTest } from './keep-finding.ts';
import { fetchModels } from './models/fetch-models.ts';
import { probeChannel } from './probes/probe-channel.ts';

/** Channels that are asked at the same time, and those that wait for their turn, of the whole process. */
const places = 4;
const queue = 20_000;

/** What administrators ask of channels, beside what clients do: probes, lists of models, balances. */
export function inquiryService(
  service: Service,
  context: GatewayContext,
  account: ChannelAccount,
): Pick<TextGatewayServer, 'probeChannels' | 'fetchModels' | 'readBalances'> {
  const { log, stopping } = service;
  const count = createInquiryCounter(service);
  const tools = { context, account, count, gate: createGate({ places, queue }) };
  const find = (id: bigint) => findChannels({ catalog: context.catalog, account }, id);
  return {
    probeChannels: serverStream(log, async ({ channelId, askedBy, ...wish }, send, gone) => {
      const { catalog, channels } = await find(channelId);
      const signal = AbortSignal.any([gone, stopping]);
      return eachChannel(
        tools,
        'probe',
        { channels, signal },
        {
          find: (channel) => probeChannel(context, catalog, channel, wish, signal),
          keep: (result) => keepTest(tools, result, askedBy),
          send,
        },
      );
    }),
    readBalances: serverStream(log, async ({ channelId }, send, gone) => {
      const { channels } = await find(channelId);
      const signal = AbortSignal.any([gone, stopping]);
      return eachChannel(
        tools,
        'balance',
        { channels, signal },
        {
          find: (channel) => readBalance(context, channel, signal),
          keep: (result) => keepBalance(tools, result),
          send,
        },
      );
    }),
    fetchModels: unary(log, (request) => fetchModels(tools, request, stopping)),
  };
}
