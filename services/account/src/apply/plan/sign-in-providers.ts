import type { ProviderKind, SignInProvider } from '../../sign-in-providers/store.ts';
import type { Document } from '../document/document.ts';
import type { SignInProviderEntry } from '../document/sign-in.ts';
import { assignIds, type Draft, type DrawIds } from './assign-ids.ts';
import { compare, type Difference, type Kind } from './difference.ts';

const kind: Kind<SignInProvider> = {
  word: 'sign-in provider',
  nameOf: ({ slug }) => slug,
  identify: ({ slug }) => slug,
  shown: {
    kind: (provider) => provider.kind,
    name: ({ name }) => name,
    issuer: ({ issuer }) => issuer,
    client_id: ({ clientId }) => clientId,
    scopes: ({ scopes }) => scopes,
    allow_registration: ({ allowRegistration }) => allowRegistration,
    link_verified_email: ({ linkVerifiedEmail }) => linkVerifiedEmail,
    'in the file': ({ fromConfig }) => fromConfig,
  },
  // An unreadable secret differs from any that a file can give, so applying again repairs it.
  hidden: { client_secret: ({ clientSecret }) => JSON.stringify(clientSecret ?? null) },
};

/** What the entry of a kind may leave out. */
const usual: Record<ProviderKind, { name: string; issuer: string; scopes: string[] }> = {
  oidc: { name: 'OpenID Connect', issuer: '', scopes: ['openid', 'profile', 'email'] },
  google: { name: 'Google', issuer: 'https://accounts.google.com/', scopes: ['openid', 'profile', 'email'] },
  github: { name: 'GitHub', issuer: 'https://github.com/', scopes: ['read:user', 'user:email'] },
};

export async function planSignInProviders(
  document: Document,
  current: readonly SignInProvider[],
  { prune, drawIds }: { prune: boolean; drawIds: DrawIds },
): Promise<Difference<SignInProvider>> {
  const idOf = new Map(current.map(({ slug, id }) => [slug, id]));
  const rows = document.sign_in.providers.map((entry) => toProvider(entry, idOf.get(entry.slug)));
  const wanted = await assignIds(rows, drawIds);
  return compare(kind, current, wanted, ({ fromConfig }) => prune && fromConfig);
}

function toProvider(entry: SignInProviderEntry, id: bigint | undefined): Draft<SignInProvider> {
  return {
    id,
    slug: entry.slug,
    kind: entry.kind,
    name: entry.name ?? usual[entry.kind].name,
    issuer: entry.issuer ?? usual[entry.kind].issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
    scopes: entry.scopes ?? usual[entry.kind].scopes,
    allowRegistration: entry.allow_registration ?? false,
    linkVerifiedEmail: entry.link_verified_email ?? false,
    fromConfig: true,
  };
}
