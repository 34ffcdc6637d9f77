import { z } from 'zod';
import { refuse } from '../operations/refuse.ts';
import type { Options } from '../options/options.ts';
import { foldEmail } from '../users/find-user.ts';

const longest = 254;

/** An e-mail address as it is kept. */
export const emailAddress = z
  .string()
  .max(longest, 'is no e-mail address')
  .transform(foldEmail)
  .pipe(z.email('is no e-mail address'));

export function refuseForeignDomain({ email_domains: domains }: Options, email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) refuse('address_domain_refused', 'email');
}
