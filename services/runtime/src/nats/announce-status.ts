import { type DeepPartial, StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { statusSubject } from '@headgate/proto/subjects';
import { Events, type NatsConnection } from 'nats';
import type { Service } from '../lifecycle.ts';
import { readGauge } from '../metrics/read-gauge.ts';

const everyMs = 5_000;

/** What a process says of itself beyond what all say. */
export type OwnStatus = DeepPartial<
  Omit<StatusAnnounced, 'service' | 'instance' | 'version' | 'startedAtMs' | 'ready' | 'gauges'>
>;

export interface AnnouncedStatus {
  /** Gauges by the name they are announced under, unit included, with the name of the metric that they are read from. */
  gauges?: Record<string, string>;
  details?: () => OwnStatus;
}

/**
 * Says every few seconds how this process is, until the connection closes. While NATS is away nothing is said, and
 * nothing is kept for later.
 */
export function announceStatus(
  {
    identity,
    health,
    metrics,
    log,
    onStop,
  }: Pick<Service, 'identity' | 'health' | 'metrics' | 'log' | 'onStop'>,
  nats: NatsConnection,
  { gauges = {}, details = () => ({}) }: AnnouncedStatus = {},
): void {
  let isConnected = true;
  let isReading = false;
  const watch = async (): Promise<void> => {
    for await (const { type } of nats.status()) {
      if (type === Events.Disconnect) isConnected = false;
      else if (type === Events.Reconnect) isConnected = true;
    }
  };
  const say = async (): Promise<void> => {
    if (isReading || !isConnected || nats.isClosed()) return;
    isReading = true;
    try {
      const status = { ...identity, ready: health.report().ready, gauges: await readGauges(gauges) };
      const message = StatusAnnounced.encode(
        StatusAnnounced.fromPartial({ ...details(), ...status }),
      ).finish();
      if (isConnected && !nats.isClosed() && !nats.isDraining()) nats.publish(statusSubject, message);
    } catch (error) {
      log.warn({ err: error }, 'the status of this process was not announced');
    } finally {
      isReading = false;
    }
  };
  const readGauges = async (names: Record<string, string>): Promise<Record<string, number>> => {
    const read = Object.entries(names).map(async ([said, metric]) => {
      const value = await readGauge(metrics, metric);
      return value === undefined ? [] : [[said, value] as const];
    });
    const found = (await Promise.all(read)).flat();
    return { ...Object.fromEntries(found), resident_memory_bytes: process.memoryUsage.rss() };
  };
  watch().catch(() => undefined);
  void say();
  const timer = setInterval(() => void say(), everyMs);
  onStop('announcements of status', () => clearInterval(timer));
}
