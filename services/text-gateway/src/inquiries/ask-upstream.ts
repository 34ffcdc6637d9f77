import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { GatewayContext } from '../context.ts';
import { type Answered, ask } from '../upstream-call/ask.ts';
import type { Upstream } from '../upstreams/upstream.ts';

/** Lists of models are the longest of such answers. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** Reads something of an upstream's that is no answer of a model, as whoever a channel is there. */
export async function askUpstream(
  context: Pick<GatewayContext, 'pools' | 'accessTokens'>,
  upstream: Upstream,
  { channel, key, url }: { channel: Channel; key: string | undefined; url: URL },
  signal: AbortSignal,
): Promise<Answered> {
  const headers = {
    ...upstream.headers,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'headgate',
    ...channel.overrides?.headers,
  };
  const unsigned = { url, headers, body: Buffer.alloc(0), channel };
  const proof = key === undefined ? {} : await upstream.authorize({ ...unsigned, key }, context);
  const question = { method: 'GET', headers: { ...headers, ...proof }, maxAnswerBytes, signal } as const;
  return ask(context.pools, url, question);
}
