import type { LaneRounds } from '../run-lane.ts';
import { cpuUsPerUnit, cpuUsPerUnitOfAll, headerOf, median, rangeOf, row, unitsOf } from '../table.ts';

/** What a peer did in the lanes, beside the gateway's CPU in the same rounds. */
export function peerTable(name: string, lanes: readonly LaneRounds[]): string[] {
  const columns = [
    'lane',
    `${name} per s`,
    'p50 ms',
    'p99 ms',
    'p99 ms governed',
    'CPU us',
    'least to most',
    'governed, of its CPU',
    'least to most',
  ];
  return [...headerOf(columns, ['lane']), ...lanes.map(peerRow)];
}

function peerRow({ lane, rounds, whyNoPeer }: LaneRounds): string {
  const pairs = rounds.flatMap(({ peer, governed }) => (peer ? [{ peer, governed }] : []));
  if (pairs.length === 0) return row([lane.name, `none: ${whyNoPeer}`, '', '', '', '', '', '', '']);
  const theirs = pairs.map(({ peer }) => cpuUsPerUnitOfAll(lane, peer));
  const shares = pairs.map(
    ({ governed }, index) => cpuUsPerUnit(lane, governed, ['ingress', 'text-gateway']) / (theirs[index] ?? 0),
  );
  const latency = (values: readonly number[]): string => (lane.rate === 0 ? '' : median(values).toFixed(2));
  const failures = pairs.reduce((sum, { peer }) => sum + peer.failures, 0);
  return row([
    lane.name,
    median(pairs.map(({ peer }) => (unitsOf(lane, peer) * 1_000) / peer.elapsedMs)).toFixed(0) +
      (failures > 0 ? `, ${failures} failed` : ''),
    latency(pairs.map(({ peer }) => peer.p50Ms)),
    latency(pairs.map(({ peer }) => peer.p99Ms)),
    latency(pairs.map(({ governed }) => governed.p99Ms)),
    median(theirs).toFixed(1),
    rangeOf(theirs, 1),
    median(shares).toFixed(3),
    rangeOf(shares, 3),
  ]);
}
