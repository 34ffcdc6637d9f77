import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { open, seal } from '@headgate/runtime/seal';
import type { Knex } from 'knex';

export const providerKinds = ['oidc', 'github', 'google'] as const;

export type ProviderKind = (typeof providerKinds)[number];

/** Routes stand at `/api/oauth/` under these names. */
export const reservedSlugs: readonly string[] = ['state'];

/** Somebody who says who people are. */
export interface SignInProvider {
  id: bigint;
  slug: string;
  kind: ProviderKind;
  name: string;
  issuer: string;
  clientId: string;
  /** In plain text; undefined when the master key does not open it. */
  clientSecret: string | undefined;
  scopes: string[];
  allowRegistration: boolean;
  linkVerifiedEmail: boolean;
  fromConfig: boolean;
}

interface ProviderRow {
  id: bigint;
  slug: string;
  kind: ProviderKind;
  name: string;
  issuer: string;
  client_id: string;
  sealed_secret: Buffer;
  scopes: string[];
  allow_registration: boolean;
  link_verified_email: boolean;
  from_config: boolean;
}

export async function listProviders(knex: Knex, masterKey: RotatingSecret): Promise<SignInProvider[]> {
  const rows = await knex<ProviderRow>('sign_in_providers').select().orderBy('id');
  return rows.map((row) => fromRow(row, masterKey));
}

export async function findProvider(
  knex: Knex,
  masterKey: RotatingSecret,
  slug: string,
): Promise<SignInProvider | undefined> {
  const row = await knex<ProviderRow>('sign_in_providers').where({ slug }).first();
  return row && fromRow(row, masterKey);
}

/** Writes providers whose secrets are known; they are sealed anew each time. */
export async function upsertProviders(
  transaction: Knex.Transaction,
  masterKey: RotatingSecret,
  providers: readonly SignInProvider[],
): Promise<void> {
  if (providers.length === 0) return;
  const rows = providers.map((provider) => ({
    id: provider.id,
    slug: provider.slug,
    kind: provider.kind,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    sealed_secret: seal(masterKey, providerPlace(provider.id), provider.clientSecret ?? ''),
    scopes: provider.scopes,
    allow_registration: provider.allowRegistration,
    link_verified_email: provider.linkVerifiedEmail,
    from_config: provider.fromConfig,
  }));
  await transaction('sign_in_providers').insert(rows).onConflict('id').merge();
}

export async function deleteProviders(
  transaction: Knex.Transaction,
  providers: readonly SignInProvider[],
): Promise<void> {
  if (providers.length === 0) return;
  const ids = providers.map(({ id }) => id);
  await transaction<ProviderRow>('sign_in_providers').whereIn('id', ids).delete();
}

function fromRow(row: ProviderRow, masterKey: RotatingSecret): SignInProvider {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: open(masterKey, providerPlace(row.id), row.sealed_secret),
    scopes: row.scopes,
    allowRegistration: row.allow_registration,
    linkVerifiedEmail: row.link_verified_email,
    fromConfig: row.from_config,
  };
}

/** Where the secret of a provider is sealed for. */
export function providerPlace(id: bigint): string {
  return `sign-in provider:${id}`;
}
