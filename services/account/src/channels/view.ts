import type { Knex } from 'knex';
import { z } from 'zod';
import type { ChannelEntry } from '../apply/document/channels.ts';
import { showKey } from '../keys/text.ts';
import { idOut, secondOut } from '../operations/words.ts';
import { hashCredential } from './credentials.ts';
import { type Findings, listFindings } from './findings.ts';
import type { Channel } from './store.ts';

export const credentialView = z.object({
  index: z.int(),
  last: z
    .string()
    .describe('Its last four characters; empty where it is so short that they would be most of it'),
  enabled: z.boolean(),
});

/** Whoever writes a channel back as it was read would take back a member that is not shown. */
type Shown = Record<keyof ChannelEntry, z.ZodType> & Record<string, z.ZodType>;

/** A channel without its credentials, in the words of `headgate.yaml`. */
export const channelView = z.object({
  id: idOut,
  name: z.string(),
  provider: z.string(),
  vendor: z.string(),
  base_url: z.string(),
  models: z.array(z.object({ name: z.string(), upstream: z.string() })),
  groups: z.array(z.string()),
  priority: z.int(),
  weight: z.int(),
  send_request_id: z.boolean(),
  /** In seconds, those that are set. */
  timeouts: z.object({
    connect: z.number().optional(),
    first_byte: z.number().optional(),
    idle: z.number().optional(),
    answer: z.number().optional(),
  }),
  api_version: z.string(),
  region: z.string(),
  store: z.boolean(),
  overrides: z.object({
    parameters: z.record(z.string(), z.unknown()).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    statuses: z.record(z.string(), z.int()).optional(),
  }),
  enabled: z.boolean(),
  status: z.int().describe('1 on, 2 off'),
  tag: z.string(),
  from_config: z.boolean(),
  keys: z.array(credentialView),
  key_count: z.int(),
  keys_readable: z
    .boolean()
    .describe('False where the master key does not open them: it serves nobody until they are given anew'),
  test_time: secondOut.nullable().describe('Of the last test; null where there was none'),
  response_time: z.int().nullable().describe('Milliseconds'),
  last_test: z
    .object({
      success: z.boolean(),
      message: z.string(),
      model: z.string(),
      status: z.int().describe("The upstream's; 0 where it gave none"),
      by: z.string().describe('Who asked; empty where nobody did'),
    })
    .nullable(),
  balance: z
    .number()
    .nullable()
    .describe('What was left at the upstream when that was last told; null where it never was'),
  balance_currency: z.string().nullable(),
  balance_updated_time: secondOut.nullable(),
} satisfies Shown);

/** Channels with what is known of them from asking upstreams. */
export async function viewChannels(
  knex: Knex,
  channels: readonly Channel[],
): Promise<z.input<typeof channelView>[]> {
  const ids = channels.map(({ id }) => id);
  const findingsOf = await listFindings(knex, ids);
  return channels.map((channel) => toChannelView(channel, findingsOf(channel.id)));
}

export async function viewChannel(knex: Knex, channel: Channel): Promise<z.input<typeof channelView>> {
  const findingsOf = await listFindings(knex, [channel.id]);
  return toChannelView(channel, findingsOf(channel.id));
}

function toChannelView(channel: Channel, { test, balance }: Findings): z.input<typeof channelView> {
  const { connectMs, firstByteMs, idleMs, answerMs } = channel.timeouts;
  const keys = toCredentialViews(channel);
  return {
    id: channel.id,
    name: channel.name,
    provider: channel.provider,
    vendor: channel.vendor,
    base_url: channel.baseUrl,
    models: channel.models,
    groups: channel.groups,
    priority: channel.priority,
    weight: channel.weight,
    send_request_id: channel.sendRequestId,
    timeouts: {
      connect: toSeconds(connectMs),
      first_byte: toSeconds(firstByteMs),
      idle: toSeconds(idleMs),
      answer: toSeconds(answerMs),
    },
    api_version: channel.apiVersion,
    region: channel.region,
    store: !channel.forbidStore,
    overrides: channel.overrides,
    enabled: channel.enabled,
    status: channel.enabled ? 1 : 2,
    tag: channel.tag,
    from_config: channel.fromConfig,
    keys,
    key_count: keys.length,
    keys_readable: channel.keys !== undefined,
    test_time: test?.testedAt ?? null,
    response_time: test ? Number(test.responseMs) : null,
    last_test: test
      ? {
          success: test.success,
          message: test.message,
          model: test.model,
          status: test.status,
          by: test.testedBy,
        }
      : null,
    balance: balance?.balance ?? null,
    balance_currency: balance?.currency ?? null,
    balance_updated_time: balance?.toldAt ?? null,
  };
}

export function toCredentialViews({ keys = [], disabledKeys }: Channel): z.input<typeof credentialView>[] {
  return keys.map((key, index) => ({
    index,
    last: showKey(key).suffix,
    enabled: !disabledKeys.includes(hashCredential(key)),
  }));
}

function toSeconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}
