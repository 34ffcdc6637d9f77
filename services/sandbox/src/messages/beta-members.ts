import type { IncomingHttpHeaders } from 'node:http';

/**
 * Members that the vendor takes from whoever asks for their feature in `anthropic-beta`, by how the names of its versions begin.
 * Source: `beta/messages` and `beta` of Anthropic's TypeScript SDK.
 */
const features: Readonly<Record<string, string>> = {
  compaction: 'compact-',
  context_management: 'context-management-',
  fallback_credit_token: 'fallback-credit-',
  fallbacks: 'server-side-fallback-',
  mcp_servers: 'mcp-client-',
  output_format: 'structured-outputs-',
  thread: 'message-threads-',
};

/** Whether a request with these headers may have this member of a feature that is not for everybody yet. */
export function isOpened(member: string, headers: IncomingHttpHeaders): boolean {
  const feature = Object.hasOwn(features, member) ? features[member] : undefined;
  if (feature === undefined) return false;
  const asked = String(headers['anthropic-beta'] ?? '').split(',');
  return asked.some((name) => name.trim().startsWith(feature));
}
