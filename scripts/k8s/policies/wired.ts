import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { type Manifest, objectsOf, selects, type Workload, workloadsOf } from '../manifest.ts';

/** What names something names something that is there: selectors pods, ports ports, backends Services. */
export function wired(manifest: Manifest): string[] {
  const workloads = workloadsOf(manifest);
  const services = objectsOf(manifest, Service.is);
  return [
    ...services.flatMap((service) => checkService(service, workloads)),
    ...objectsOf(manifest, PodDisruptionBudget.is)
      .filter(({ spec }) => !workloads.some(({ labels }) => selects(spec?.selector, labels)))
      .map(({ metadata }) => `the disruption budget ${metadata?.name} selects no pod`),
    ...backendsOf(manifest).flatMap(({ name, port }) => {
      const ports = services.find(({ metadata }) => metadata?.name === name)?.spec?.ports ?? [];
      const isThere = ports.some((offered) => offered.name === port || offered.port === port);
      return isThere ? [] : [`traffic is sent to ${name}:${port}, which is not there`];
    }),
    ...checkMonitors(manifest, workloads),
    ...checkVolumes(workloads),
  ];
}

function checkService({ metadata, spec }: IService, workloads: readonly Workload[]): string[] {
  const title = `the Service ${metadata?.name}`;
  const behind = workloads.filter(
    ({ kind, labels }) => kind !== 'Job' && selects({ matchLabels: spec?.selector }, labels),
  );
  const [workload] = behind;
  if (behind.length !== 1 || workload === undefined) return [`${title} selects ${behind.length} workloads`];
  const names = workload.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
  const problems = (spec?.ports ?? [])
    .filter(({ targetPort }) => !names.includes(String(targetPort)))
    .map(({ targetPort }) => `${title} leads to the port ${targetPort}, which ${workload.name} lacks`);
  if (names.includes('grpc') && spec?.clusterIP !== 'None')
    problems.push(`${title} is not headless: gRPC would stay with one pod`);
  return problems;
}

function backendsOf(manifest: Manifest): { name: string; port: string | number | undefined }[] {
  const routes = objectsOf(manifest, HTTPRoute.is).flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ backendRefs = [] }) =>
      backendRefs.map(({ name, port }) => ({ name, port })),
    ),
  );
  const ingresses = objectsOf(manifest, Ingress.is).flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ http }) =>
      (http?.paths ?? []).flatMap(({ backend: { service } }) =>
        service === undefined
          ? []
          : [{ name: service.name, port: service.port?.name ?? service.port?.number }],
      ),
    ),
  );
  return [...routes, ...ingresses];
}

function checkMonitors(manifest: Manifest, workloads: readonly Workload[]): string[] {
  return objectsOf(manifest, PodMonitor.is).flatMap(({ spec }) => {
    const seen = workloads.filter(({ labels }) => selects(spec?.selector, labels));
    return workloads
      .filter(({ kind, isOurs }) => isOurs && kind !== 'Job')
      .filter((workload) => !seen.includes(workload) || !hasPort(workload, 'operations'))
      .map(({ name }) => `nobody scrapes ${name}`);
  });
}

function hasPort({ containers }: Workload, port: string): boolean {
  return containers.some(({ ports = [] }) => ports.some(({ name }) => name === port));
}

function checkVolumes(workloads: readonly Workload[]): string[] {
  return workloads.flatMap(({ name, containers, pod }) => {
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name));
    return (pod.volumes ?? [])
      .filter((volume) => !mounted.includes(volume.name))
      .map((volume) => `${name} has the volume ${volume.name}, which nobody mounts`);
  });
}
