import type { TextGatewayServer } from '@headgate/proto/gen/headgate/text/v1/text';
import { createGate } from '@headgate/runtime/gate';
import type { Service } from '@headgate/runtime/lifecycle';
import { serverStream, unary } from '@headgate/runtime/rpc/handler';
import { readBalance } from '../balances/read-balance.ts';
import type { GatewayContext } from '../context.ts';
import { fetchModels } from '../model-listing/fetch-models.ts';
import { probeChannel } from '../probes/probe-channel.ts';
import { createInquiryCounter } from './count-inquiries.ts';
import { eachChannel } from './each-channel.ts';
import { findChannels } from './find-channels.ts';

/** Channels that are asked at the same time, and those that wait for their turn, of the whole process. */
const places = 4;
const queue = 20_000;

/** What administrators ask of channels, beside what clients do: probes, lists of models, balances. */
export function inquiryService(
  service: Service,
  context: GatewayContext,
): Pick<TextGatewayServer, 'probeChannels' | 'fetchModels' | 'readBalances'> {
  const { log, stopping } = service;
  const count = createInquiryCounter(service);
  const tools = { context, count, gate: createGate({ places, queue }) };
  return {
    probeChannels: serverStream(log, ({ channelId, ...wish }, send, gone) => {
      const { catalog, channels } = findChannels(context.catalog, channelId);
      const signal = AbortSignal.any([gone, stopping]);
      const probe = (channel: (typeof channels)[number]) =>
        probeChannel(context, catalog, channel, wish, signal);
      return eachChannel(tools, 'probe', { channels, signal }, probe, send);
    }),
    readBalances: serverStream(log, ({ channelId }, send, gone) => {
      const { channels } = findChannels(context.catalog, channelId);
      const signal = AbortSignal.any([gone, stopping]);
      const read = (channel: (typeof channels)[number]) => readBalance(context, channel, signal);
      return eachChannel(tools, 'balance', { channels, signal }, read, send);
    }),
    fetchModels: unary(log, (request) => fetchModels(tools, request, stopping)),
  };
}
