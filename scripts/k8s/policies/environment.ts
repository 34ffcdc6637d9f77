import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar';
import { Secret } from 'kubernetes-models/v1/Secret';
import { type Manifest, objectsOf, type Workload } from '../manifest.ts';

export interface Environment {
  variables: Record<string, string>;
  /** Keys of Secrets that are read, `headgate-keys/master-key`, and whether the pod starts without. */
  secretKeys: { key: string; isOptional: boolean }[];
  problems: string[];
}

/** What the program of a workload finds in its environment; for what is in Secrets outside the manifest, an example. */
export function environmentOf(workload: Workload, manifest: Manifest): Environment {
  const result: Environment = { variables: {}, secretKeys: [], problems: [] };
  const [container] = workload.containers;
  const configMaps = objectsOf(manifest, ConfigMap.is);
  for (const { configMapRef } of container?.envFrom ?? []) {
    const found = configMaps.find(({ metadata }) => metadata?.name === configMapRef?.name);
    if (found === undefined)
      result.problems.push(`${workload.name} reads ${configMapRef?.name}, which is missing`);
    Object.assign(result.variables, found?.data);
  }
  for (const variable of container?.env ?? []) {
    if (Object.hasOwn(result.variables, variable.name))
      result.problems.push(`${workload.name} is told ${variable.name} twice`);
    const value = readValue(variable, workload.name, manifest, result);
    if (value !== undefined) result.variables[variable.name] = value;
  }
  return result;
}

function readValue(
  { name, value, valueFrom }: IEnvVar,
  workload: string,
  manifest: Manifest,
  { secretKeys, problems }: Environment,
): string | undefined {
  if (value !== undefined) return value;
  if (valueFrom?.fieldRef !== undefined) return valueFrom.fieldRef.fieldPath;
  const secret = valueFrom?.secretKeyRef;
  if (secret?.name === undefined) {
    problems.push(`${workload} is given ${name} in a way that nothing here reads`);
    return undefined;
  }
  const own = objectsOf(manifest, Secret.is).find(({ metadata }) => metadata?.name === secret.name);
  const isOptional = secret.optional === true;
  secretKeys.push({ key: `${nameOf(secret.name)}/${secret.key}`, isOptional });
  if (own === undefined) return exampleOf(secret.key, name);
  const encoded = own.data?.[secret.key];
  if (encoded === undefined && !isOptional)
    problems.push(`${workload} reads ${secret.key} of ${secret.name}, which lacks it`);
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}

/** A generated Secret's name without the hash of its content. */
function nameOf(secret: string): string {
  return secret.replace(/-[a-z0-9]{10}$/, '');
}

function exampleOf(key: string, variable: string): string {
  if (key === 'callback-secret') return `whsec_${Buffer.alloc(32).toString('base64')}`;
  if (
    /-(?:key|secret)(?:-next|-previous)?$/.test(key) &&
    variable.startsWith('HEADGATE_') &&
    !variable.includes('S3')
  )
    return Buffer.alloc(32).toString('base64');
  const schemes: Readonly<Record<string, string>> = {
    NATS_URL: 'nats://nats:4222',
    REDIS_URL: 'rediss://redis:6379',
    HEADGATE_SMTP_URL: 'smtps://mail:465',
    HEADGATE_EGRESS_PROXY: 'http://proxy:3128',
  };
  return schemes[variable] ?? 'postgres://role:password@database:5432/headgate?sslmode=verify-full';
}
