import { nodeOptions } from '../../start/services/node-options.ts';
import { type Manifest, workloadsOf } from '../manifest.ts';
import { bytesOf } from './quantity.ts';

/**
 * The heap's part of a container's memory. V8 keeps heap and bodies together below twice the heap's bound, see
 * services/runtime/decisions/2026-11-23-bodies-count-as-heap.md.
 */
const heapShare = { least: 0.45, most: 0.5 };

/** What a container is given is asked for: no memory beyond its request, and no limit of processor time. */
export function sized(manifest: Manifest): string[] {
  return workloadsOf(manifest).flatMap(({ name, containers, isOurs }) =>
    containers.flatMap(({ name: container, resources, env = [] }) => {
      const title = `${name}/${container}`;
      const problems: string[] = [];
      const { requests = {}, limits = {} } = resources ?? {};
      for (const resource of ['cpu', 'memory', 'ephemeral-storage'])
        if (requests[resource] === undefined) problems.push(`${title} asks for no ${resource}`);
      if (limits.memory === undefined || limits.memory !== requests.memory)
        problems.push(`${title} has a limit of memory that is not its request`);
      if (limits.cpu !== undefined) problems.push(`${title} is throttled by a limit of CPU`);
      if (!isOurs) return problems;
      const options = env.find(({ name: variable }) => variable === 'NODE_OPTIONS')?.value ?? '';
      const heapMegabytes = Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
      const share = (heapMegabytes * 1024 * 1024) / bytesOf(requests.memory ?? 0);
      if (!(share >= heapShare.least && share <= heapShare.most))
        problems.push(`${title} has a heap of ${heapMegabytes} MiB for memory of ${requests.memory}`);
      const expected = nodeOptions[name] ?? '';
      if (!options.endsWith(expected)) problems.push(`${title} is started without ${expected}`);
      return problems;
    }),
  );
}
