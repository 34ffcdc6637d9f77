import { z } from 'zod';
import {
  type ChannelEntry,
  channelKey,
  channelMembers,
  channelModel,
  tag,
  unsendableKey,
} from '../apply/document/channels.ts';
import { refuse, refuseInWords } from '../operations/refuse.ts';

/** Credentials as one text: by itself, or one in each line, or a JSON list of them. */
const keyText = z.string().max(1_000_000);
const mostKeys = 1_000;

const { vendor, api_version, region } = channelMembers.shape;

/** Channels are shown with these empty where they have their defaults; a file leaves them out. */
const shownEmpty = {
  vendor: z.union([z.literal(''), vendor.unwrap()]).optional(),
  api_version: z.union([z.literal(''), api_version.unwrap()]).optional(),
  region: z.union([z.literal(''), region.unwrap()]).optional(),
};

/** The members of `headgate.yaml`, and `key` as another way to give keys. */
export const newChannel = channelMembers.extend({ ...shownEmpty, key: keyText.optional() });
export type NewChannel = z.output<typeof newChannel>;

const {
  name,
  provider,
  base_url,
  keys: _keys,
  models: _models,
  enabled,
  ...defaulted
} = channelMembers.extend(shownEmpty).shape;

type Nullable<Shape extends Record<string, z.ZodType>> = {
  [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
};

function orNull<Shape extends Record<string, z.ZodType>>(shape: Shape): Nullable<Shape> {
  const members = Object.entries(shape).map(([member, schema]) => [member, z.nullable(schema)]);
  return Object.fromEntries(members);
}

/** What is left out stays; null has its default again. */
export const channelChanges = z
  .strictObject({
    name,
    provider,
    base_url,
    enabled,
    keys: z.array(channelKey).max(mostKeys),
    models: z.array(channelModel),
    key: keyText,
    key_mode: z.enum(['replace', 'append']),
    ...orNull(defaulted),
    // A file that leaves it out leaves it as it is; null says that there is none.
    tag: tag.nullable().transform((text) => text ?? ''),
  })
  .partial();
export type ChannelChanges = z.output<typeof channelChanges>;

/** Whether keys are given at all; an empty text gives none. */
export function namesKeys({ keys, key = '' }: ChannelChanges): boolean {
  return keys !== undefined || key !== '';
}

/** The entry with the changes made. */
export function mergeChanges(
  entry: ChannelEntry,
  { key, key_mode, ...changes }: ChannelChanges,
): ChannelEntry {
  const given = changes.keys ?? (key === undefined || key === '' ? undefined : readKeys(key));
  const members = Object.entries(changes).filter(([, value]) => value !== undefined);
  const named = Object.fromEntries(members.map(([member, value]) => [member, value ?? undefined]));
  const keys = given === undefined ? entry.keys : key_mode === 'append' ? [...entry.keys, ...given] : given;
  return { ...entry, ...named, keys: [...new Set(keys)] };
}

/** Several credentials in one text; a JSON object is one, as those of some upstreams are. */
export function readKeys(text: string): string[] {
  const parsed = parseJson(text);
  if (Array.isArray(parsed))
    return checkKeys(parsed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
  return checkKeys(typeof parsed === 'object' && parsed !== null ? [text] : text.split('\n'));
}

/** Whole credentials, none of them twice. */
export function checkKeys(texts: readonly string[]): string[] {
  const keys = texts.map((text) => text.trim()).filter((text) => text !== '');
  const parsed = z
    .array(channelKey)
    .min(1)
    .max(mostKeys)
    .safeParse([...new Set(keys)]);
  if (parsed.success) return parsed.data;
  if (parsed.error.issues.some(({ message }) => message === unsendableKey))
    refuseInWords(`key: ${unsendableKey}`, 'key');
  return refuse('channel_keys_unfit', 'key', { most: String(mostKeys) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
