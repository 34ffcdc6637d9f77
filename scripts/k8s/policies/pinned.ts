import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { type Manifest, objectsOf, workloadsOf } from '../manifest.ts';

/** Images are named by a version, and ours by one for all processes. */
export function pinned(manifest: Manifest): string[] {
  const workloads = workloadsOf(manifest);
  const images = [
    ...workloads.flatMap(({ containers }) => containers.map(({ image = '' }) => image)),
    ...objectsOf(manifest, Cluster.is).map(({ spec }) => spec.imageName ?? ''),
  ];
  const loose = images
    .filter((image) => !/(?::\d+\.\d+[\w.-]*|@sha256:[0-9a-f]{64})$/.test(image))
    .map((image) => `the image ${image} is not pinned to a version`);
  const ours = new Set(
    workloads
      .filter(({ isOurs }) => isOurs)
      .flatMap(({ containers }) => containers.map(({ image }) => image)),
  );
  return ours.size > 1 ? [...loose, `processes run different images: ${[...ours].join(', ')}`] : loose;
}
