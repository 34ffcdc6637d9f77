import { saysCompressed } from '@headgate/runtime/bodies/encodings';
import { lookUp } from '@headgate/runtime/names/look-up';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import type { FetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { createOpenHop, type HopAnswer } from '@headgate/runtime/outbound/open-hop';
import { openPublic } from '@headgate/runtime/outbound/open-public';
import { type Resolve, resolveName } from '@headgate/runtime/outbound/resolve';
import type { ContentConfig } from '../config.ts';

/** Why a file could not be opened. */
export class StreamError extends Error {}

export interface StreamRequest {
  url: string;
  /** Go to the first host alone. */
  headers: Record<string, string>;
  /** Of the client's: which part is wanted. */
  range: Record<string, string>;
  /** Origins that a person who administers the channel has named: they may be anywhere. */
  trusted: readonly string[];
}

export interface OpenStream {
  status: number;
  headers: HopAnswer['headers'];
  body: HopAnswer['body'];
  close(): void;
}

/**
 * Opens a file where a vendor says it lies, at whatever port. Credentials end with the host that they are for. Throws a
 * StreamError where nothing can be had.
 */
export async function openStream(
  { url, headers, range, trusted }: StreamRequest,
  config: ContentConfig,
  signal: AbortSignal,
): Promise<OpenStream> {
  const first = URL.parse(url);
  if (!first) throw new StreamError(problems.bad_url);
  const tools = {
    policy: policyFor(config, trusted),
    resolve: resolverFor(trusted, config.egress),
    open: createOpenHop(config.egress),
  };
  const headersFor = (hop: URL) => ({ ...range, ...(hop.origin === first.origin ? headers : {}) });
  const opened = await openPublic(first, tools, {
    headersFor,
    signal,
    connectTimeoutMs: config.connectTimeoutMs,
    headTimeoutMs: config.contentHeadTimeoutMs,
    idleTimeoutMs: config.contentIdleTimeoutMs,
  }).catch((cause: unknown) => {
    throw new StreamError('the file cannot be reached', { cause });
  });
  if ('failure' in opened) throw new StreamError(problems[opened.failure]);
  const { answer, close } = opened;
  // A part of what came compressed is none of the file.
  if (range.range !== undefined && [206, 416].includes(answer.statusCode) && saysCompressed(answer.headers)) {
    close();
    return openStream({ url, headers, range: {}, trusted }, config, signal);
  }
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, close };
}

const problems = {
  bad_url: 'the file lies at no web address',
  not_public: 'the file lies where nobody may look',
  redirected: 'too many redirects, or one from https to http',
};

/**
 * A trusted host by whatever name calls reach it, as that of a Service in the cluster, or by the name alone where a proxy looks it up;
 * a stranger's by name servers alone.
 */
function resolverFor(trusted: readonly string[], egress: Egress): Resolve {
  const names = trusted.map((origin) => new URL(origin).hostname);
  return async (name, signal) => {
    if (!names.includes(name)) return resolveName(name, signal);
    return egress.proxyTo(name) ? [name] : lookUp({ name, port: 0 });
  };
}

function policyFor({ contentAllow }: ContentConfig, trusted: readonly string[]): FetchPolicy {
  const isPublic = createMayConnect(contentAllow);
  return {
    refuseUrl: ({ protocol }) => (protocol === 'https:' || protocol === 'http:' ? undefined : 'bad_url'),
    mayConnect: (hop, address) => trusted.includes(hop.origin) || isPublic(hop, address),
  };
}
