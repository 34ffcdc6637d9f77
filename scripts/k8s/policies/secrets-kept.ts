import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { type Manifest, objectsOf, workloadsOf } from '../manifest.ts';
import { environmentOf } from './environment.ts';

/** Made by cert-manager or CloudNativePG, not by people. */
const made = /^(?:[a-z-]+-tls|postgres-ca)\//;
/** What a ConfigMap must not hold: a password in an address, or a key. */
const secretLike = /:\/\/[^/\s:@]+:[^/\s@]+@|-----BEGIN|(?:_KEY|_SECRET|PASSWORD)=/;

/** Secrets are documented where they are read, come out of the store where there is one, and are nowhere else. */
export function secretsKept(manifest: Manifest, documented: ReadonlySet<string>): string[] {
  const read = [...new Set([...fromEnvironment(manifest), ...fromVolumes(manifest)])];
  const unknown = read
    .filter((key) => !documented.has(key) && !made.test(key))
    .map((key) => `${key} is read, and k8s/README.md does not say what it is`);
  const stored = objectsOf(manifest, ExternalSecret.is).flatMap(({ spec }) =>
    (spec?.data ?? []).map(({ secretKey }) => `${spec?.target?.name}/${secretKey}`),
  );
  const surplus = stored
    .filter((key) => !documented.has(key))
    .map((key) => `${key} is fetched, and k8s/README.md does not say what for`);
  const shown = objectsOf(manifest, ConfigMap.is).flatMap(({ metadata, data = {} }) =>
    Object.entries(data)
      .filter(([key, value]) => secretLike.test(`${key}=${value}`))
      .map(([key]) => `the ConfigMap ${metadata?.name} shows a secret in ${key}`),
  );
  return [...unknown, ...surplus, ...shown, ...unfetched(manifest, stored)];
}

function unfetched(manifest: Manifest, stored: readonly string[]): string[] {
  if (stored.length === 0) return [];
  const generated = manifest.objects
    .filter(({ kind }) => kind === 'Secret')
    .map(({ metadata }) => metadata.name);
  return workloadsOf(manifest)
    .filter(({ isOurs }) => isOurs)
    .flatMap((workload) =>
      environmentOf(workload, manifest)
        .secretKeys.filter(({ isOptional }) => !isOptional)
        .filter(({ key }) => !generated.some((name) => name.startsWith(key.split('/')[0] ?? '')))
        .filter(({ key }) => !stored.includes(key))
        .map(({ key }) => `${workload.name} needs ${key}, which nothing fetches`),
    );
}

function fromEnvironment(manifest: Manifest): string[] {
  return workloadsOf(manifest).flatMap((workload) =>
    environmentOf(workload, manifest).secretKeys.map(({ key }) => key),
  );
}

function fromVolumes(manifest: Manifest): string[] {
  return workloadsOf(manifest).flatMap(({ pod }) =>
    (pod.volumes ?? []).flatMap(({ secret }) => {
      if (secret === undefined) return [];
      const items = secret.items ?? [{ key: 'all' }];
      return items.map(({ key }) => `${(secret.secretName ?? '').replace(/-[a-z0-9]{10}$/, '')}/${key}`);
    }),
  );
}
