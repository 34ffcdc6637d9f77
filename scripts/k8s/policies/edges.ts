import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import { type Manifest, objectsOf, selects, type Workload, workloadsOf } from '../manifest.ts';
import { nameOutside } from './name-outside.ts';

interface Rule {
  peers: readonly INetworkPolicyPeer[] | undefined;
  ports: readonly INetworkPolicyPort[] | undefined;
}

/** Undefined where no policy has a say, and everything is allowed. */
interface Side {
  egress: readonly Rule[] | undefined;
  ingress: readonly Rule[] | undefined;
}

/** What may call what, as policies say it: `ingress -> ledger:9090`, `account -> internet:443`. */
export function edgesOf(manifest: Manifest): Set<string> {
  const policies = objectsOf(manifest, NetworkPolicy.is);
  const workloads = workloadsOf(manifest);
  const sides = new Map(workloads.map((workload) => [workload, sideOf(workload, policies)]));
  const edges = new Set<string>();
  for (const [from, { egress }] of sides) {
    for (const [to, { ingress }] of sides) {
      if (from === to && from.kind !== 'StatefulSet') continue;
      for (const port of portsOf(to)) {
        const isLetOut = lets(egress, to.labels, port);
        const isLetIn = lets(ingress, from.labels, port);
        const edge = `${from.name} -> ${to.name}:${port}`;
        if (isLetOut && isLetIn) edges.add(edge);
        // A door that leads nowhere leads somewhere once the other side is changed.
        else if (names(egress, to.labels, port) || names(ingress, from.labels, port))
          edges.add(`half of ${edge}`);
      }
    }
  }
  for (const [workload, { egress, ingress }] of sides) {
    for (const edge of outside(egress)) edges.add(`${workload.name} -> ${edge}`);
    for (const edge of outside(ingress)) {
      const [peer, port] = edge.split(':');
      if (port === '*' || portsOf(workload).includes(Number(port)))
        edges.add(`${peer} -> ${workload.name}:${port}`);
    }
  }
  return edges;
}

function sideOf({ labels }: Workload, policies: readonly INetworkPolicy[]): Side {
  const own = policies.filter(({ spec }) => selects(spec?.podSelector, labels));
  const ofType = (type: 'Egress' | 'Ingress') =>
    own.filter(({ spec }) => spec?.policyTypes?.includes(type) === true);
  const [out, inward] = [ofType('Egress'), ofType('Ingress')];
  return {
    egress:
      out.length === 0
        ? undefined
        : out.flatMap(({ spec }) => (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))),
    ingress:
      inward.length === 0
        ? undefined
        : inward.flatMap(({ spec }) =>
            (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports })),
          ),
  };
}

function lets(rules: readonly Rule[] | undefined, labels: Record<string, string>, port: number): boolean {
  return rules === undefined || names(rules, labels, port) || rules.some((rule) => isForAll(rule, port));
}

function isForAll({ peers, ports }: Rule, port: number): boolean {
  return peers === undefined && opens(ports, port);
}

/** Whether a rule is about pods with these labels. */
function names(rules: readonly Rule[] = [], labels: Record<string, string>, port: number): boolean {
  return rules.some(
    ({ peers = [], ports }) =>
      opens(ports, port) &&
      peers.some(
        ({ podSelector, namespaceSelector }) =>
          podSelector !== undefined && namespaceSelector === undefined && selects(podSelector, labels),
      ),
  );
}

function opens(ports: Rule['ports'], port: number): boolean {
  return ports === undefined || ports.some((open) => Number(open.port) === port);
}

/** Edges to and from what is no pod of the manifest. */
function outside(rules: readonly Rule[] | undefined): string[] {
  if (rules === undefined) return ['anywhere:*'];
  return rules.flatMap(({ peers, ports }) => {
    const names = peers === undefined ? ['anywhere'] : peers.flatMap((peer) => nameOutside(peer) ?? []);
    return names.flatMap((name) => (ports ?? [{ port: '*' }]).map(({ port }) => `${name}:${port}`));
  });
}

function portsOf({ containers }: Workload): number[] {
  return containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));
}
