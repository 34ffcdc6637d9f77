import type { Gauges, ServiceStatus } from '../../api/system.ts';

/** Numbers of the whole system, in the order in which they are shown. */
export const shownGauges = [
  'open_requests',
  'open_holds',
  'overdue_holds',
  'parked_events',
  'stream_lag_messages',
  'due_tasks',
  'open_tasks',
] as const;
export type ShownGauge = (typeof shownGauges)[number];

/** Above which a number is trouble. What is not named may be as large as it is. */
const limits: Partial<Record<ShownGauge, number>> = {
  overdue_holds: 0,
  parked_events: 0,
  stream_lag_messages: 10_000,
  due_tasks: 1_000,
};

export function isTrouble(name: ShownGauge, gauges: Gauges): boolean {
  const value = gauges[name];
  const limit = limits[name];
  return value !== undefined && limit !== undefined && value > limit;
}

/** An instance that has not been heard for longer may be gone. */
const silentSeconds = 12;

export type ServiceState = 'away' | 'partly' | 'ready';

/** Whether a service has instances, and all of them answer. */
export function stateOfService({ instances }: ServiceStatus): ServiceState {
  const able = instances.filter(({ ready, heard_seconds_ago: ago }) => ready && ago <= silentSeconds);
  if (able.length === 0) return 'away';
  return able.length < instances.length ? 'partly' : 'ready';
}
