import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';

const namespaces: Readonly<Record<string, string>> = {
  'kube-system': 'DNS',
  monitoring: 'Prometheus',
  observability: 'OpenTelemetry collector',
};

/** Addresses that no client's link and no upstream's may lead to. */
const notPublic = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];
const notPublicSix = ['::1/128', 'fc00::/7', 'fe80::/10'];

/** What people call a peer that is no pod of ours; undefined for one that is. */
export function nameOutside({ ipBlock, namespaceSelector }: INetworkPolicyPeer): string | undefined {
  if (namespaceSelector !== undefined) {
    const name = namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'] ?? 'every namespace';
    return namespaces[name] ?? name;
  }
  if (ipBlock === undefined) return undefined;
  const { cidr, except = [] } = ipBlock;
  if (cidr === '169.254.20.10/32') return 'DNS';
  if (cidr === '0.0.0.0/0')
    return notPublic.every((range) => except.includes(range)) ? 'internet' : 'anywhere';
  if (cidr === '::/0') return notPublicSix.every((range) => except.includes(range)) ? 'internet' : 'anywhere';
  return notPublic.includes(cidr) ? 'private networks' : cidr;
}
