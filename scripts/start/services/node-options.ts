/** Both hold requests for as long as their clients listen. Why: deploy/decisions/2026-11-22-a-small-young-space.md. */
const smallYoungSpace = '--max-semi-space-size=8';

/** Options of Node that a service is started with everywhere; in Kubernetes beside those for the memory of its pod. */
export const nodeOptions: Readonly<Partial<Record<string, string>>> = {
  ingress: smallYoungSpace,
  'text-gateway': smallYoungSpace,
};

/** Until heap and bodies have come to 64 MB no full collection begins. Why: deploy/decisions/2026-11-26-no-full-collection-of-little.md. */
const oldSpace = '--initial-old-space-size=64';

const argumentsOfNode: Readonly<Partial<Record<string, readonly string[]>>> = {
  ingress: [oldSpace],
  'text-gateway': [oldSpace],
};

/** What a service is started with everywhere before its program: options that `NODE_OPTIONS` does not take. */
export function nodeArguments(service: string): readonly string[] {
  return argumentsOfNode[service] ?? [];
}

/** `NODE_OPTIONS` of a service: its own, and behind them, where they win, those that somebody set. */
export function nodeOptionsEnv(service: string, set = ''): { NODE_OPTIONS?: string } {
  const own = nodeOptions[service];
  return own === undefined ? {} : { NODE_OPTIONS: `${own} ${set}`.trim() };
}
