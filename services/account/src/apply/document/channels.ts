import { providers } from '@headgate/proto/providers';
import { vendorNames } from '@headgate/proto/vendors';
import { isPlainUrl } from '@headgate/runtime/outbound/is-plain-url';
import { z } from 'zod';
import { count, credential, name, optionalList, seconds } from '../../words.ts';
import { because } from '../problems/cause.ts';
import { findSecrets, overrides } from './overrides.ts';

/** `gpt-4o` is short for `{name: gpt-4o, upstream: gpt-4o}`. */
export const channelModel = z
  .preprocess(
    (value) => (typeof value === 'string' ? { name: value } : value),
    z.strictObject({ name, upstream: name.optional() }),
  )
  .transform(({ name, upstream = name }) => ({ name, upstream }));

const longestUrl = 2_048;

/** Secrets belong under `keys`, where they are sealed: a URL is shown to people. */
const baseUrl = z
  .string()
  .trim()
  .max(longestUrl, `must have at most ${longestUrl} characters`)
  .refine(isPlainUrl, {
    message: 'must be an http or https URL without user, password, query and fragment',
    params: because('base_url_unfit'),
  });

/** In seconds, as in the file; milliseconds from here on. */
const timeouts = z.strictObject({
  connect: seconds.optional(),
  first_byte: seconds.optional(),
  idle: seconds.optional(),
  answer: seconds.optional(),
});

const word = z
  .string()
  .max(100, 'must have at most 100 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a-z and 0-9 joined by -');

function oneOf(words: readonly string[]) {
  const choices = words.join(', ');
  return z
    .string()
    .refine((name) => words.includes(name), {
      message: `must be one of ${choices}`,
      params: because('choice_unknown', { choices }),
    })
    .meta({ enum: [...words] });
}

/** What Node takes for a value of a header. */
const headerForm = /^[\t\x20-\x7e\x80-\xff]*$/;
export const unsendableKey = 'must be one line of text that a header can hold, or a JSON object';

/** A credential at an upstream. A JSON object is one, as those of some upstreams are: a header gets what is made of it. */
export const channelKey = credential.refine((text) => headerForm.test(text) || isJsonObject(text), {
  message: unsendableKey,
});

function isJsonObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Empty: none. */
export const tag = z.union([z.literal(''), name]);

export const channelMembers = z.strictObject({
  name,
  provider: oneOf(providers),
  vendor: oneOf(vendorNames).optional(),
  base_url: baseUrl,
  keys: optionalList(channelKey),
  models: optionalList(channelModel),
  groups: z.array(name).min(1, 'must name a group, or be left out').optional(),
  priority: z.int().min(-1_000_000).max(1_000_000).optional(),
  weight: count.max(1_000_000).optional(),
  send_request_id: z.boolean().optional(),
  timeouts: timeouts.optional(),
  api_version: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, ., _ and -')
    .optional(),
  region: word.optional(),
  store: z.boolean().optional(),
  overrides: overrides.optional(),
  // Absent: as it is, and at first true.
  enabled: z.boolean().optional(),
  // Absent: as it is.
  tag: tag.optional(),
});

export const channelSchema = channelMembers.superRefine((channel, context) => {
  for (const { path, message } of findMisplacedSecrets(channel))
    context.addIssue({ code: 'custom', path, message });
});

export type ChannelEntry = z.output<typeof channelSchema>;

export function findMisplacedSecrets({ overrides = {}, keys }: Pick<ChannelEntry, 'overrides' | 'keys'>) {
  const message = "holds one of the channel's keys: secrets belong there alone";
  return findSecrets(overrides, keys).map((path) => ({ path: ['overrides', ...path], message }));
}
