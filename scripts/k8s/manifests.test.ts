import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import { beforeAll, expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { checkFields, checkSchemas } from './check-schemas.ts';
import { objectsOf, workloadsOf } from './manifest.ts';
import { loadPolicies, type Policy } from './policies/list.ts';
import { readList, readTable } from './read-tables.ts';
import { manifestsFolder } from './render.ts';
import { manifestNames, shareManifests } from './testing/share-manifests.ts';

const manifestOf = shareManifests(manifestNames);
let policies: Record<string, Policy>;
beforeAll(async () => {
  policies = await loadPolicies();
});

test.each(manifestNames)('every object of "%s" is valid by the schema of its kind', (name) => {
  const manifest = manifestOf(name);
  expect(manifest.objects.length).toBeGreaterThan(30);
  expect(checkSchemas(manifest)).toEqual([]);
});

test('no object has a member that its kind does not know', async () => {
  expect(await checkFields(manifestNames.map(manifestOf))).toEqual([]);
}, 120_000);

test.each(manifestNames)('"%s" holds to every policy', (name) => {
  const manifest = manifestOf(name);
  const problems = Object.entries(policies).map(([policy, check]) => [policy, check(manifest)]);
  expect(Object.fromEntries(problems)).toEqual(
    Object.fromEntries(Object.keys(policies).map((policy) => [policy, []])),
  );
});

test('every component is documented, and is in a combination or an overlay', () => {
  const folders = readdirSync(join(manifestsFolder, 'components')).sort();
  const documented = readTable('Components').flatMap(({ Component }) => readList(Component));
  expect(documented.sort()).toEqual(folders);
  const used = new Set(['image', ...manifestNames.flatMap((name) => manifestOf(name).components)]);
  expect(folders.filter((folder) => !used.has(folder))).toEqual([]);
});

test('instances of CloudNativePG reach each other, also where they ask whether they are alive', () => {
  const policy = objectsOf(manifestOf('no object store'), NetworkPolicy.is).find(
    ({ metadata }) => metadata?.name === 'cloudnative-pg',
  );
  const isOwn = ({ podSelector }: INetworkPolicyPeer): boolean =>
    podSelector?.matchLabels?.['cnpg.io/cluster'] === 'postgres';
  const portsOf = (rules: { peers: readonly INetworkPolicyPeer[]; ports: readonly { port?: unknown }[] }[]) =>
    rules.filter(({ peers }) => peers.some(isOwn)).flatMap(({ ports }) => ports.map(({ port }) => port));
  const inward = (policy?.spec?.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports }));
  const out = (policy?.spec?.egress ?? []).map(({ to = [], ports = [] }) => ({ peers: to, ports }));
  // A primary that reaches neither the API server nor another instance (8000) restarts itself.
  expect(portsOf(inward)).toEqual([5432, 8000]);
  expect(portsOf(out)).toEqual([5432, 8000]);
});

test('what a restore stops is not started again by KEDA, which is told of it, and told when that is over', () => {
  const text = readFileSync(join(repository, 'deploy/operations.md'), 'utf8');
  const [, stopped = ''] = /scale deployment ([a-z -]+) --replicas 0/.exec(text) ?? [];
  expect(stopped.split(' ')).toEqual(['ledger', 'account', 'media-api', 'media-worker']);
  const scaled = objectsOf(manifestOf('production'), ScaledObject.is)
    .map(({ metadata, spec }) => ({ name: metadata?.name, target: spec?.scaleTargetRef?.name ?? '' }))
    .filter(({ target }) => stopped.split(' ').includes(target));
  expect(scaled).not.toEqual([]);
  for (const { name } of scaled)
    for (const told of ['=0', '-'])
      expect(text).toContain(`annotate scaledobject ${name} autoscaling.keda.sh/paused-replicas${told}`);
});

test('while closes wait for NATS no autoscaler takes a text-gateway away: the runbook says how to hold each', () => {
  const text = readFileSync(join(repository, 'deploy/runbooks.md'), 'utf8');
  const [, section = ''] = /^## HeadgateClosesWait\n(.*?)^## /ms.exec(text) ?? [];
  const scalers = manifestNames.flatMap((name) => [
    ...objectsOf(manifestOf(name), HorizontalPodAutoscaler.is),
    ...objectsOf(manifestOf(name), ScaledObject.is),
  ]);
  const ofGateways = scalers.filter(({ spec }) => spec?.scaleTargetRef.name === 'text-gateway');
  const held = ofGateways.map(({ kind, metadata }) =>
    kind === 'ScaledObject' ? `annotate scaledobject ${metadata?.name} ` : `patch hpa ${metadata?.name} `,
  );
  expect(new Set(held).size).toBe(2);
  for (const command of held) expect(section).toContain(command);
});

test('the version is that of the package', () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const images = (name: string): string[] =>
    workloadsOf(manifestOf(name))
      .filter(({ isOurs }) => isOurs)
      .flatMap(({ containers }) => containers.map(({ image = '' }) => image));
  expect(new Set(images('smallest'))).toEqual(new Set([`headgate:${version}`]));
  expect(new Set(images('development'))).toEqual(new Set([`headgate:${version}-development`]));
});

test('the table of sizes says what the manifests ask for', () => {
  const workloads = workloadsOf(manifestOf('production'));
  const asked = readTable('Sizing').map(({ Process = '' }) => {
    const requests = workloads.find(({ name }) => name === Process)?.containers[0]?.resources?.requests;
    return { Process, CPU: requests?.cpu, Memory: requests?.memory };
  });
  expect(readTable('Sizing')).toEqual(asked.map((row) => expect.objectContaining(row)));
});

test('the table of stops says what the manifests grant', () => {
  const granted = workloadsOf(manifestOf('production')).map(({ name, pod }) => [
    name,
    `${pod.terminationGracePeriodSeconds} s`,
  ]);
  const told = readTable('Stopping and rolling').map((row) => [row.Process, row['Killed after']]);
  expect(granted).toEqual(expect.arrayContaining(told));
  expect(told).toHaveLength(7);
});
