import { billingStream } from '@headgate/proto/subjects';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { type Manifest, objectsOf, workloadsOf } from '../manifest.ts';
import { environmentOf } from './environment.ts';
import { bytesOf } from './quantity.ts';

/** No pod fills its node: what is written has a bound, and the scheduler knows of it. */
export function bounded(manifest: Manifest): string[] {
  const problems = workloadsOf(manifest).flatMap((workload) => {
    const { name, pod, containers } = workload;
    const problems: string[] = [];
    const folders = (pod.volumes ?? []).filter(({ emptyDir }) => emptyDir !== undefined);
    const sizes = folders.map(({ name: volume, emptyDir }) => {
      if (emptyDir?.sizeLimit === undefined) problems.push(`${name} may fill its node by ${volume}`);
      return bytesOf(emptyDir?.sizeLimit ?? 0);
    });
    const asked = containers.map(({ resources }) => bytesOf(resources?.requests?.['ephemeral-storage'] ?? 0));
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    if (sum(asked) < sum(sizes)) problems.push(`${name} asks for less of the disk than its folders may take`);
    const { HEADGATE_JOURNAL_DIR: folder, HEADGATE_JOURNAL_MAX_BYTES: most } = environmentOf(
      workload,
      manifest,
    ).variables;
    if (folder === undefined) return problems;
    const volume = containers
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .find(({ mountPath }) => folder.startsWith(mountPath))?.name;
    const journal = folders.find((candidate) => candidate.name === volume)?.emptyDir?.sizeLimit;
    if (journal === undefined || !(bytesOf(journal) > Number(most)))
      problems.push(`${name} has a journal that may outgrow its volume`);
    return problems;
  });
  return [...problems, ...roomForBills(manifest)];
}

/** Without a limit NATS takes three quarters of what is free when it starts, and makes no stream that is larger. */
function roomForBills(manifest: Manifest): string[] {
  const files = objectsOf(manifest, ConfigMap.is).flatMap(({ data }) => data?.['nats.conf'] ?? []);
  return files.flatMap((file) => {
    const gigabytes = /max_file_store: (\d+)GB/.exec(file)?.[1];
    return Number(gigabytes ?? 0) * 1024 ** 3 > billingStream.maxBytes
      ? []
      : ['nats does not promise the room that the billing stream asks for'];
  });
}
