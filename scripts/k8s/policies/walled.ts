import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { type Manifest, objectsOf, workloadsOf } from '../manifest.ts';
import { type Row, readList } from '../read-tables.ts';
import { edgesOf } from './edges.ts';

/** With network policies, exactly the edges of the table are open. */
export function walled(manifest: Manifest, table: readonly Row[]): string[] {
  if (!manifest.components.includes('network-policies')) return [];
  const open = edgesOf(manifest);
  const wanted = wantedEdges(manifest, table);
  return [
    ...(isDeniedByDefault(manifest) ? [] : ['nothing is denied by default']),
    ...[...wanted].filter((edge) => !open.has(edge)).map((edge) => `${edge} is closed`),
    ...[...open].filter((edge) => !wanted.has(edge)).map((edge) => `${edge} is open`),
  ];
}

/** Also to pods that are of nobody here. */
function isDeniedByDefault(manifest: Manifest): boolean {
  return objectsOf(manifest, NetworkPolicy.is).some(({ spec }) => {
    const { podSelector = {}, policyTypes = [], ingress, egress } = spec ?? {};
    const isForAll = Object.keys(podSelector).length === 0;
    return isForAll && policyTypes.length === 2 && ingress === undefined && egress === undefined;
  });
}

/** The edges of the rows whose component is there, between what is there. */
function wantedEdges(manifest: Manifest, table: readonly Row[]): Set<string> {
  const workloads = workloadsOf(manifest);
  const names = workloads.map(({ name }) => name);
  const known = new Set(table.flatMap(({ From, To }) => [...readList(From), ...readList(To)]));
  const expand = (cell: string | undefined): string[] => {
    const words = readList(cell);
    return words.includes('everything')
      ? names
      : words.filter((word) => !isWorkload(word) || names.includes(word));
  };
  const isWorkload = (word: string): boolean =>
    /^[a-z]+(?:-[a-z]+)*$/.test(word) && !outsiders.includes(word);
  for (const name of names) if (!known.has(name)) throw new Error(`the table of edges has no ${name}`);
  return new Set(
    table
      .filter(({ With = '' }) => readList(With).every((component) => manifest.components.includes(component)))
      .flatMap(({ From, To, Port }) =>
        expand(From).flatMap((from) =>
          expand(To).flatMap((to) =>
            readList(Port)
              .filter((port) => from !== 'Prometheus' || hasPort(workloads, to, Number(port)))
              .map((port) => `${from} -> ${to}:${port}`),
          ),
        ),
      ),
  );
}

const outsiders = ['anywhere', 'internet', 'private networks'];

function hasPort(workloads: ReturnType<typeof workloadsOf>, name: string, port: number): boolean {
  return workloads.some(
    (workload) =>
      workload.name === name &&
      workload.containers.some(({ ports = [] }) => ports.some(({ containerPort }) => containerPort === port)),
  );
}
