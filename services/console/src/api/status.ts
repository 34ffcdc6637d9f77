import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** Who else says that somebody is who they are. */
export interface SignInProvider {
  slug: string;
  name: string;
  kind: string;
  /** Where a browser is sent. */
  start_url: string;
}

/** What holds for everybody, whether they are signed in or not. */
export interface SiteStatus {
  version: string;
  system_name: string;
  server_address: string;
  /** Whether there is a root user. */
  setup: boolean;
  /** Whether people may register by themselves, and whether they must show an e-mail address. */
  registration: boolean;
  email_verification: boolean;
  /** Whether mail is sent. */
  email_enabled: boolean;
  quota_display_type: 'USD' | 'CNY' | 'CUSTOM' | 'TOKENS';
  /** Decimal numbers, to one US dollar. */
  usd_exchange_rate: string;
  custom_exchange_rate: string;
  /** Where browsers have passkeys here; null: nowhere. */
  passkey_origin: string | null;
  oauth_providers: SignInProvider[];
}

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => ask<SiteStatus>('/api/status', { signal }),
  staleTime: 5 * 60_000,
});
