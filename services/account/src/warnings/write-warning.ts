import type { Knex } from 'knex';
import { writeQuotaWarning } from '../mails/quota-warning.ts';
import type { Mail } from '../mails/send-mail.ts';
import { readOptions } from '../options/options.ts';
import { readSite } from '../site/store.ts';
import { toUsd } from '../usd.ts';
import { readProfile } from '../users/profile.ts';
import { findUserById } from '../users/store.ts';
import type { ClaimedWarning } from './store.ts';

/** Writes to whom a purse is, as they are now; undefined where they are gone, or want no warning any more. */
export async function writeWarning(
  knex: Knex,
  { noticeId, userId, leftUnits, belowUnits }: ClaimedWarning,
): Promise<Mail | undefined> {
  const user = await findUserById(knex, userId);
  const { email, setting } = await readProfile(knex, userId);
  if (!user?.enabled || email === null || !setting.quota_warning_threshold) return undefined;
  const { server_address: address } = await readOptions(knex);
  const text = writeQuotaWarning(setting.language ?? 'en', {
    name: (await readSite(knex))?.name ?? 'Headgate',
    left: toUsd(leftUnits > 0n ? leftUnits : 0n),
    below: toUsd(belowUnits),
    link: address === '' ? '' : `${address}/console/`,
  });
  // The same for every try: who gets a letter twice can tell.
  return { to: email, messageId: `<${noticeId}@headgate>`, ...text };
}
