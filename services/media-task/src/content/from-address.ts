import { findUpstream } from '../upstreams/index.ts';
import type { Account, ContentSource } from '../upstreams/upstream.ts';

/** A result that lies at an address. Credentials go to where the channel itself lies, and nowhere else. */
export function fromAddress(url: string, account: Account): ContentSource {
  const isOwn = URL.canParse(url) && new URL(url).origin === new URL(account.baseUrl).origin;
  return { url, headers: (isOwn && findUpstream(account.provider)?.contentHeaders?.(account)) || {} };
}
