import { setFlagsFromString } from 'node:v8';

/** In Node 24 these can be said on a command line or while the process runs; `NODE_OPTIONS` does not take them. */
export const collectorFlags = ['--external-memory-accounted-in-global-limit', '--heap-growing-percent=200'];

/**
 * Bodies lie outside the heap, and V8 begins a full collection with every 64 MB of them, whatever there is to collect: a hundred
 * requests of 64 KB. Here they count as heap does, and a full collection waits until both together are three times what was alive
 * after the last. See decisions/2026-11-23-bodies-count-as-heap.md.
 */
export function tuneCollector(): void {
  for (const flag of collectorFlags) setFlagsFromString(flag);
}
