import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';

/** What is known of every object before its kind is. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [member: string]: unknown;
}

/** What a folder or a combination renders to. */
export interface Manifest {
  /** What it is called in a problem. */
  name: string;
  /** Names of the components in it. */
  components: readonly string[];
  objects: readonly KubernetesObject[];
}

/** Something that makes pods. */
export interface Workload {
  kind: 'Deployment' | 'StatefulSet' | 'Job';
  name: string;
  /** Of its pods. */
  labels: Record<string, string>;
  pod: IPodSpec;
  containers: readonly IContainer[];
  /** Whether it runs a program of this repository, and not a part of somebody else's. */
  isOurs: boolean;
}

export function workloadsOf({ objects }: Manifest): Workload[] {
  return objects.flatMap((object): Workload[] => {
    if (!Deployment.is(object) && !StatefulSet.is(object) && !Job.is(object)) return [];
    const template = object.spec?.template;
    if (template?.spec === undefined) return [];
    const { containers } = template.spec;
    return [
      {
        kind: object.kind,
        name: object.metadata?.name ?? '',
        labels: template.metadata?.labels ?? {},
        pod: template.spec,
        containers,
        isOurs: containers.some(({ image }) => /(?:^|\/)headgate(?:[:@]|$)/.test(image ?? '')),
      },
    ];
  });
}

/** Objects of a kind, known by its model. */
export function objectsOf<T>({ objects }: Manifest, is: (object: unknown) => object is T): T[] {
  return objects.filter((object): object is KubernetesObject & T => is(object));
}

/** Whether labels have all that a selector asks for. */
export function selects(
  selector:
    | {
        matchLabels?: Record<string, string> | undefined;
        matchExpressions?:
          | readonly { key: string; operator: string; values?: readonly string[] }[]
          | undefined;
      }
    | undefined,
  labels: Record<string, string>,
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`nothing here reads the operator ${operator}`);
      return values.includes(labels[key] ?? '');
    })
  );
}
