import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { expect, test } from 'vitest';
import { type Manifest, objectsOf, workloadsOf } from './manifest.ts';
import { environmentOf } from './policies/environment.ts';
import { shareManifests } from './testing/share-manifests.ts';

const production = 'production';
const withCluster = 'all inside, walled';
const manifestOf = shareManifests([production, withCluster]);

/** PostgreSQL keeps them for its superuser. */
const reserved = 3;

/** What the pods of these processes may open at the most that they are scaled to, with those beside them that end in a rollout. */
function mostInRollout(manifest: Manifest, processes: readonly string[]): number {
  const sums = processes.map((process) => {
    const workload = workloadsOf(manifest).find(({ name }) => name === process);
    if (!workload) throw new Error(`${process} is not there`);
    const { HEADGATE_DATABASE_CONNECTIONS: connections = '10' } = environmentOf(workload, manifest).variables;
    return 2 * mostPods(manifest, process) * Number(connections);
  });
  return sums.reduce((sum, one) => sum + one, 0);
}

function mostPods(manifest: Manifest, process: string): number {
  const scaler = objectsOf(manifest, ScaledObject.is).find(
    ({ spec }) => spec?.scaleTargetRef.name === process,
  );
  const deployment = objectsOf(manifest, Deployment.is).find(({ metadata }) => metadata?.name === process);
  return scaler?.spec?.maxReplicaCount ?? deployment?.spec?.replicas ?? 1;
}

test('a PostgreSQL of CloudNativePG has connections for all pods of production in a rollout, and media leaves the ledger its own', () => {
  const [cluster] = objectsOf(manifestOf(withCluster), Cluster.is);
  const most = Number(cluster?.spec.postgresql?.parameters?.max_connections);
  const media = cluster?.spec.managed?.roles?.find(({ name }) => name === 'headgate_media');
  const limit = media?.connectionLimit ?? most;
  for (const manifest of [manifestOf(production), manifestOf(withCluster)]) {
    expect(mostInRollout(manifest, ['media-worker', 'media-api'])).toBeLessThanOrEqual(limit);
    expect(mostInRollout(manifest, ['account', 'ledger'])).toBeLessThanOrEqual(most - reserved - limit);
  }
});
