import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { readOptions } from '../options/options.ts';
import { passkeyOriginOf } from '../passkeys/relying-party.ts';
import { listProviderViews, providerView } from '../sign-in-providers/view.ts';
import { unitsPerUsd } from '../usd.ts';
import { hasRoot } from '../users/find-user.ts';
import { readSite } from './store.ts';

export const statusView = z.object({
  version: z.string(),
  system_name: z.string(),
  server_address: z.string(),
  /** Whether there is a root user. */
  setup: z.boolean(),
  /** Whether people may register by themselves, and whether they must show an e-mail address. */
  registration: z.boolean(),
  email_verification: z.boolean(),
  /** Whether mail is sent: without it nobody resets a password. */
  email_enabled: z.boolean(),
  quota_per_unit: z.number(),
  quota_display_type: z.string(),
  usd_exchange_rate: z.string(),
  custom_exchange_rate: z.string(),
  /** Where browsers have passkeys here; null: they need a name, and https. */
  passkey_origin: z.string().nullable(),
  /** Who else says that somebody is who they are. */
  oauth_providers: z.array(providerView),
});

/** What a browser needs to know before anybody signs in. */
export async function readStatus(
  context: Context,
  act: Pick<Act, 'baseUrl'>,
): Promise<z.input<typeof statusView>> {
  const { knex, mails, version } = context;
  const [site, options, setup, providers] = await Promise.all([
    readSite(knex),
    readOptions(knex),
    hasRoot(knex),
    listProviderViews(knex),
  ]);
  return {
    version,
    system_name: site?.name ?? 'Headgate',
    server_address: options.server_address,
    setup,
    registration: options.registration,
    email_verification: options.email_verification,
    email_enabled: mails.isOn,
    quota_per_unit: unitsPerUsd,
    quota_display_type: site?.quotaDisplay ?? 'USD',
    usd_exchange_rate: site?.usdRate ?? '7.3',
    custom_exchange_rate: site?.customRate ?? '1',
    passkey_origin: passkeyOriginOf(act),
    oauth_providers: providers,
  };
}
