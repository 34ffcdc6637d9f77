import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** What processes count of themselves; all of it may be missing. */
export type Gauges = Record<string, number>;

export interface Instance {
  instance: string;
  version: string;
  /** Unix seconds. */
  started_at_seconds: number;
  ready: boolean;
  heard_seconds_ago: number;
  gauges: Gauges;
}

export interface ServiceStatus {
  name: string;
  instances: Instance[];
}

export interface SystemStatus {
  services: ServiceStatus[];
  gauges: Gauges;
}

const everyMs = 5_000;

/** Processes say how they are every five seconds. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => ask<SystemStatus>('/api/system/status', { signal }),
  refetchInterval: everyMs,
});
