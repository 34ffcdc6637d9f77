import { type ChannelHealth, CircuitState } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Heard } from './board.ts';

/** Worst first. */
const states = [
  [CircuitState.OPEN, 'open'],
  [CircuitState.HALF_OPEN, 'half-open'],
  [CircuitState.CLOSED, 'closed'],
] as const;

/** How channels are, over all gateways: the worst state that one of them sees, and all of their traffic. */
export function channelView(heard: readonly Heard[]) {
  const byChannel = Map.groupBy(
    heard.flatMap(({ status }) => status.channels),
    ({ channelId }) => channelId,
  );
  const items = [...byChannel].map(([id, seen]) => merge(Number(id), seen));
  return { items: items.sort((one, other) => one.channel_id - other.channel_id), total: items.length };
}

function merge(id: number, seen: readonly ChannelHealth[]) {
  const sum = (member: 'inFlight' | 'requests' | 'failures'): number =>
    seen.reduce((total, health) => total + health[member], 0);
  const most = (member: 'credentials' | 'credentialsOpen'): number =>
    Math.max(...seen.map((health) => health[member]));
  // Medians cannot be joined: that of the gateway which saw the most says the most.
  const busiest = seen.reduce((one, other) => (other.requests > one.requests ? other : one));
  return {
    channel_id: id,
    state: states.find(([state]) => seen.some((health) => health.state === state))?.[1] ?? 'closed',
    in_flight_requests: sum('inFlight'),
    window_seconds: 300,
    requests: sum('requests'),
    failures: sum('failures'),
    first_byte_p50_ms: busiest.firstByteP50Ms > 0 ? busiest.firstByteP50Ms : null,
    credentials: most('credentials'),
    credentials_open: most('credentialsOpen'),
    gateways: seen.length,
  };
}
