import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { type Manifest, objectsOf, selects, workloadsOf } from '../manifest.ts';

const keys = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];
/** One of each is all there is: of the simulator nobody pays for, and of counters that must be counted once. */
const single = ['sandbox', 'valkey', 'postgres'];
/** Not ready, as with a full journal, a pod of it has bills that nobody else has. */
const keepsBills = ['text-gateway'];

/** Pods of a process are apart, and are taken down one at a time, by whoever takes them down. */
export function spread(manifest: Manifest): string[] {
  const budgets = objectsOf(manifest, PodDisruptionBudget.is);
  const problems = workloadsOf(manifest)
    .filter(({ kind, name }) => kind !== 'Job' && !single.includes(name))
    .flatMap(({ kind, name, labels, pod }) => {
      const found: string[] = [];
      const constraints = pod.topologySpreadConstraints ?? [];
      for (const key of keys) {
        const constraint = constraints.find(({ topologyKey }) => topologyKey === key);
        if (constraint === undefined) found.push(`${name} is not spread by ${key}`);
        else if (!selects(constraint.labelSelector, labels))
          found.push(`${name} is spread among the pods of another`);
      }
      // A server of NATS rather waits than shares a machine; there are never more of them.
      for (const { whenUnsatisfiable, nodeTaintsPolicy } of kind === 'Deployment' ? constraints : [])
        if (whenUnsatisfiable === 'DoNotSchedule' && nodeTaintsPolicy !== 'Honor')
          found.push(`${name} waits for nodes to fill up on which it may not run`);
      const [zone] = constraints;
      if (zone?.whenUnsatisfiable !== 'ScheduleAnyway')
        found.push(`${name} does not run where a zone is away`);
      const own = budgets.filter(({ spec }) => selects(spec?.selector, labels));
      const [budget] = own;
      const whenUnready = keepsBills.includes(name) ? 'IfHealthyBudget' : 'AlwaysAllow';
      if (own.length !== 1 || budget === undefined)
        found.push(`${name} has ${own.length} disruption budgets`);
      else if (budget.spec?.maxUnavailable !== 1 || budget.spec.unhealthyPodEvictionPolicy !== whenUnready)
        found.push(`${name} is disrupted otherwise than one pod at a time`);
      return found;
    });
  return [...problems, ...rolledGently(manifest)];
}

function rolledGently(manifest: Manifest): string[] {
  return objectsOf(manifest, Deployment.is)
    .filter(({ metadata }) => !single.includes(metadata?.name ?? ''))
    .filter(({ spec }) => {
      const { maxUnavailable, maxSurge } = spec?.strategy?.rollingUpdate ?? {};
      return maxUnavailable !== 0 || maxSurge !== 1;
    })
    .map(({ metadata }) => `${metadata?.name} has fewer pods while it is rolled`);
}
