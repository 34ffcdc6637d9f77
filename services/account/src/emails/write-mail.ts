import type { Context } from '../context.ts';
import type { Mail } from '../mails/send-mail.ts';
import { type MailKind, writeText } from '../mails/texts.ts';
import { readOptions } from '../options/options.ts';
import { readSite } from '../site/store.ts';
import { findUserByEmail } from '../users/find-user.ts';
import { type Language, readProfile } from '../users/profile.ts';
import { type CodePurpose, makeCode } from './codes.ts';

/**
 * Writes what is sent to an address: runs after the request. An address that a user has gets no code to verify it, and its owner
 * is told; one that nobody has gets nothing to reset.
 */
export async function writeMail(
  { knex }: Pick<Context, 'knex'>,
  purpose: CodePurpose,
  email: string,
  asked: Language | undefined,
): Promise<Mail | undefined> {
  const user = await findUserByEmail(knex, email);
  if (purpose === 'reset' && !user) return undefined;
  const kind: MailKind = purpose === 'verify' && user ? 'address-taken' : purpose;
  const own = user && (await readProfile(knex, user.id)).setting.language;
  const code = kind === 'address-taken' ? '' : await makeCode(knex, purpose, email);
  const { server_address: address } = await readOptions(knex);
  const query = new URLSearchParams({ email, token: code });
  const words = {
    name: (await readSite(knex))?.name ?? 'Headgate',
    code,
    // Never from the request's own Host, which whoever asks can choose.
    link: address === '' ? '' : `${address}/console/reset?${query}`,
  };
  return { to: email, ...writeText(kind, own ?? asked ?? 'en', words) };
}
