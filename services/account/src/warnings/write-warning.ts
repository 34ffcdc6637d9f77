import type { Knex } from 'knex';
import { writeQuotaWarning } from '../mails/quota-warning.ts';
import type { Mail } from '../mails/send-mail.ts';
import { readOptions } from '../options/options.ts';
import { formatQuota } from '../site/format-quota.ts';
import { readSite } from '../site/store.ts';
import { readProfile } from '../users/profile.ts';
import { findUserById } from '../users/store.ts';
import type { ClaimedWarning } from './store.ts';

/**
 * Writes to whom a purse is, as they are now; says why not where they are gone or disabled, or want no warning: not any more,
 * or not yet, since ledger is told before their row.
 */
export async function writeWarning(
  knex: Knex,
  { noticeId, userId, leftUnits, belowUnits }: ClaimedWarning,
): Promise<Mail | 'gone' | 'unwanted'> {
  const user = await findUserById(knex, userId);
  const { email, setting } = await readProfile(knex, userId);
  if (!user?.enabled) return 'gone';
  if (email === null || !setting.quota_warning_threshold) return 'unwanted';
  const { server_address: address } = await readOptions(knex);
  const site = await readSite(knex);
  const language = setting.language ?? 'en';
  const text = writeQuotaWarning(language, {
    name: site?.name ?? 'Headgate',
    left: formatQuota(leftUnits > 0n ? leftUnits : 0n, site, language),
    below: formatQuota(belowUnits, site, language),
    link: address === '' ? '' : `${address}/console/`,
  });
  // The same for every try: who gets a letter twice can tell.
  return { to: email, messageId: `<${noticeId}@headgate>`, ...text };
}
