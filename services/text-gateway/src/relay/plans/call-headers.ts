import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Upstream } from '../../upstreams/upstream.ts';
import type { Serving } from '../serving.ts';

/** Vendor versions and betas mean something to an upstream of the same dialect alone. */
const ownHeaders = new Set(['anthropic-beta', 'anthropic-version', 'openai-beta']);

/** What a call says beside its body, but for the proof of who calls. What the channel sets wins. */
export function callHeaders(
  { surface, request, headers: asked }: Serving,
  upstream: Upstream,
  channel: Channel,
  { isPassed, attemptId }: { isPassed: boolean; attemptId: string },
): Record<string, string> {
  const headers: Record<string, string> = { ...upstream.headers };
  if (isPassed) for (const { name, value } of asked) if (ownHeaders.has(name)) headers[name] = value;
  headers['content-type'] = 'application/json';
  headers.accept = request.stream
    ? (upstream.streamType ?? 'text/event-stream')
    : (surface.passage.accept ?? 'application/json');
  headers['accept-encoding'] = 'identity';
  headers['user-agent'] = 'headgate';
  Object.assign(headers, channel.overrides?.headers);
  if (channel.sendRequestId) headers['x-client-request-id'] = attemptId;
  return headers;
}
