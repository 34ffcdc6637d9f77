import { isLoopback } from '@headgate/runtime/outbound/is-loopback';
import { z } from 'zod';
import { providerKinds, reservedSlugs } from '../../sign-in-providers/store.ts';
import { credential, name, optionalList } from '../../words.ts';

const slug = z
  .string()
  .max(40, 'must have at most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a-z and 0-9 joined by -')
  .refine((text) => !reservedSlugs.includes(text), 'is taken by a route');

/** Kept in one form, whether or not a slash stands behind the host. */
const issuer = z
  .string()
  .max(2_000, 'must have at most 2,000 characters')
  .refine(isIssuer, {
    message: 'must be an https URL without user, password, query and fragment; http at this machine alone',
  })
  .transform((text) => new URL(text).href);

const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be one scope');

const providerMembers = z.strictObject({
  slug,
  kind: z.enum(providerKinds),
  name: name.optional(),
  issuer: issuer.optional(),
  client_id: name,
  client_secret: credential,
  scopes: z.array(scope).min(1, 'must name a scope, or be left out').max(50).optional(),
  // Whoever the provider knows becomes a user.
  allow_registration: z.boolean().optional(),
  // The provider is believed which e-mail addresses are whose.
  link_verified_email: z.boolean().optional(),
});

const provider = providerMembers.refine(({ kind, issuer: given }) => kind !== 'oidc' || given !== undefined, {
  message: 'is needed for a provider of kind oidc',
  path: ['issuer'],
});

export type SignInProviderEntry = z.output<typeof provider>;

export const signIn = z.strictObject({ providers: optionalList(provider) });

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  return isSafe && url.username === '' && url.password === '';
}
