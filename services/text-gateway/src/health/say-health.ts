import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { ChannelHealth, CircuitState } from '@headgate/proto/gen/headgate/events/v1/events';
import { channelOf, isNamedIn } from '../catalog/route.ts';
import type { Routing } from '../routing.ts';

/** A message of NATS has room for more; channels without traffic and trouble are left out first. */
const maxChannels = 2_000;

/** How channels are, as this process sees them. */
export function sayHealth(
  channels: readonly Channel[],
  { breaker, channelRecords }: Pick<Routing, 'breaker' | 'channelRecords'>,
): ChannelHealth[] {
  const readings = channelRecords.read();
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const states = breaker.channelStates((name) => {
    const channel = byId.get(channelOf(name));
    return channel !== undefined && isNamedIn(channel, name);
  });
  const isQuiet = ({ id }: Channel): boolean => !readings.has(id) && !states.has(id);
  const [busy, quiet] = [channels.filter((one) => !isQuiet(one)), channels.filter(isQuiet)];
  return [...busy, ...quiet].slice(0, maxChannels).map(({ id, keys }) => {
    const state = states.get(id);
    const { inFlight, requests, failures, firstByteP50Ms } = readings.get(id) ?? {};
    return ChannelHealth.fromPartial({
      channelId: id,
      state: stateNames[state?.worst ?? 'closed'],
      inFlight,
      requests,
      failures,
      firstByteP50Ms,
      credentials: keys.length,
      credentialsOpen: Math.min(state?.credentials ?? 0, keys.length),
    });
  });
}

const stateNames = {
  closed: CircuitState.CLOSED,
  open: CircuitState.OPEN,
  'half-open': CircuitState.HALF_OPEN,
};
