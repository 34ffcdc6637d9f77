import { z } from 'zod';

/** Set by the gateway, or what the reservation was made for: to send anything else would be to bill another request. */
const bounded = [
  'background',
  'best_of',
  'contents',
  'conversation',
  'generationConfig',
  'generation_config',
  'inferenceConfig',
  'input',
  'instances',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'messages',
  'model',
  'n',
  'parameters',
  'partial_images',
  'previous_response_id',
  'prompt',
  'quality',
  'resolution',
  'sequential_image_generation',
  'sequential_image_generation_options',
  'size',
  'stream',
  'stream_options',
];
/** Said by members of the channel itself. */
const channelMembers = ['store'];

/** Upstreams in Go read `Model` as `model`. */
function isAmong(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

const parameterName = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,99}$/, 'must be letters, digits, _ and -, beginning with a letter')
  .refine((name) => !isAmong(bounded, name), {
    message: 'may not be set: what was bounded and reserved for must be what is sent',
  })
  .refine((name) => !isAmong(channelMembers, name), { message: 'is a member of the channel: set it there' });

const mostParameterBytes = 16_384;

/** What is made of them later calls itself for each level. */
const deepestParameters = 100;

const parameters = z
  .record(parameterName, z.unknown())
  .refine(isShallow, {
    message: `must be nested at most ${deepestParameters} levels deep`,
    abort: true,
  })
  .refine((members) => Buffer.byteLength(JSON.stringify(members)) <= mostParameterBytes, {
    message: `must have at most ${mostParameterBytes} bytes as JSON`,
  });

const signing = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'proxy-authorization', 'cookie'];
const framing = [
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** The books are checked by it. */
const joined = ['x-client-request-id'];

const headerName = z
  .string()
  .max(100, 'must have at most 100 characters')
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'is no name of a header')
  .refine((name) => !signing.includes(name.toLowerCase()), {
    message: 'may not be set: credentials belong in the keys of the channel',
  })
  .refine((name) => ![...framing, ...joined].includes(name.toLowerCase()), {
    message: "may not be set: it is the gateway's own",
  });

const headerValue = z
  .string()
  .max(1_000, 'must have at most 1000 characters')
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII without space at its ends');

const mostHeaders = 50;

const headers = z
  .record(headerName, headerValue)
  .refine((values) => Object.keys(values).length <= mostHeaders, {
    message: `must have at most ${mostHeaders} members`,
  })
  .refine((values) => new Set(lowerCased(values)).size === Object.keys(values).length, {
    message: 'names a header twice',
  })
  .transform((values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])),
  );

const ownMeaning = [401, 402, 403];

const statuses = z.record(
  z.string().regex(/^[45]\d\d$/, 'must be a status from 400 to 599'),
  z
    .int()
    .min(400, 'must be a status from 400 to 599')
    .max(599, 'must be a status from 400 to 599')
    .refine((status) => !ownMeaning.includes(status), {
      message: `may not be ${ownMeaning.join(', ')}: our credentials would look like the client's`,
    }),
);

export const overrides = z.strictObject({
  parameters: parameters.optional(),
  headers: headers.optional(),
  statuses: statuses.optional(),
});

/** Shorter credentials are words like "none", which stand anywhere. */
const shortestSecret = 8;

/** The members of overrides that hold one of the channel's credentials. Overrides are no place for secrets. */
export function findSecrets(
  { parameters = {}, headers = {} }: z.output<typeof overrides>,
  keys: readonly string[],
): string[][] {
  const secrets = keys.filter((key) => key.length >= shortestSecret);
  const holdsSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  return [
    ...Object.entries(parameters).map(([name, value]) => ['parameters', name, JSON.stringify(value)]),
    ...Object.entries(headers).map(([name, value]) => ['headers', name, value]),
  ].flatMap(([section = '', name = '', text = '']) => (holdsSecret(text) ? [[section, name]] : []));
}

/** Level by level, and no recursion: what is nested may be so more deeply than calls. */
function isShallow(members: Record<string, unknown>): boolean {
  let level: unknown[] = [members];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestParameters) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

function lowerCased(values: Record<string, string>): string[] {
  return Object.keys(values).map((name) => name.toLowerCase());
}
