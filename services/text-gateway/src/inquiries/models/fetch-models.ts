import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { FetchModelsRequest, FetchModelsResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { isPlainUrl } from '@headgate/runtime/outbound/is-plain-url';
import { findUpstream } from '../../upstreams/index.ts';
import { askUpstream } from '../ask-upstream.ts';
import type { InquiryTools } from '../each-channel.ts';
import { findChannels } from '../find-channels.ts';
import { refuse } from '../refuse.ts';
import { sayRefusal, sayUnreached } from '../say-refusal.ts';
import { readModels } from './read-models.ts';

/** Asks an upstream which models it has. Throws a FaultError that says why nothing is known. */
export async function fetchModels(
  tools: InquiryTools,
  request: FetchModelsRequest,
  signal: AbortSignal,
): Promise<FetchModelsResponse> {
  const channel = await channelOf(tools, request);
  const leave = await tools.gate.enter(signal);
  if (!leave) return refuse('Too much is asked of channels right now.');
  const begunAt = performance.now();
  let isSuccess = false;
  try {
    const models = await listModels(tools, channel, signal);
    isSuccess = true;
    return { models };
  } finally {
    leave();
    tools.count('models', isSuccess);
    const durationMs = Math.round(performance.now() - begunAt);
    const facts = { channelId: String(channel.id), inquiry: 'models', success: isSuccess, durationMs };
    tools.context.log.info(facts, 'channel asked');
  }
}

/** What is not saved yet is asked as a channel of its own, within the bounds of channels: it may be anywhere. */
async function channelOf(
  { context, account }: InquiryTools,
  { channelId, unsaved }: FetchModelsRequest,
): Promise<Channel> {
  if (!unsaved) {
    if (!channelId) return refuse(noChannel);
    const { channels } = await findChannels({ catalog: context.catalog, account }, channelId);
    return channels[0] ?? refuse(noChannel);
  }
  const { key, ...members } = unsaved;
  if (!isPlainUrl(members.baseUrl))
    refuse('base_url must be an http or https URL without user, password, query and fragment.');
  return Channel.fromPartial({ ...members, keys: key === '' ? [] : [key] });
}

const noChannel = 'There is no such channel.';

async function listModels(
  { context }: InquiryTools,
  channel: Channel,
  signal: AbortSignal,
): Promise<string[]> {
  const upstream = findUpstream(channel.provider);
  if (!upstream?.models) return refuse(`Providers of kind '${channel.provider}' do not list their models.`);
  const { models } = upstream;
  const url = new URL(channel.baseUrl.replace(/\/+$/, '') + models.path);
  const [key] = channel.keys;
  const secrets = { keys: channel.keys, hosts: [url.host, url.hostname], upstreamModel: '', model: '' };
  const { status, body } = await askUpstream(context, upstream, { channel, key, url }, signal).catch(
    (error) => refuse(sayUnreached(error)),
  );
  if (status !== 200) return refuse(sayRefusal(status, body, secrets));
  return readModels(models, body) ?? refuse('The upstream did not answer with a list of models.');
}
