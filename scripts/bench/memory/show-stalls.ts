import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { peakBytesOf, resetPeak } from '../large-files/peak.ts';
import { residentBytesOf, type Watched } from '../measure.ts';
import { row } from '../table.ts';
import type { Flood, FloodVendor } from './flood-vendor.ts';
import type { StallLane } from './lanes.ts';
import { stall } from './stalled-clients.ts';

const megabyte = 1024 * 1024;
/** How long nothing may move. */
const stillMs = 10_000;
/** What the kernel's buffers of four sockets on the way come to at most; the gateway's own are small beside them. */
const mostTakenBytes = 32 * megabyte;
/** Credit and pieces on their way, for each client; and what a collector may be behind. */
const mostGrownBytes = { ofClient: 2 * megabyte, slack: 32 * megabyte };

interface Stalls {
  baseUrl: string;
  key: string;
  vendor: FloodVendor;
  watched: Watched;
  say(line: string): void;
}

const columns = [
  'lane',
  'clients',
  'MB of an answer',
  'MB that the vendor was rid of, at most',
  'MB before, at most: ingress',
  'text-gateway',
  'reading on: ingress',
  'text-gateway',
];

/** Lanes of clients that stop reading; throws where what they do not read gathers anywhere. */
export async function showStalls(lanes: readonly StallLane[], stalls: Stalls): Promise<void> {
  const { say } = stalls;
  // What is needed once is not the first lane's.
  for (const lane of lanes) await runLane({ ...lane, clients: 1 }, stalls);
  say('');
  say(row(columns));
  say(row(columns.map((_, index) => (index === 0 ? '---' : '---:'))));
  const wrong: string[] = [];
  for (const lane of lanes) {
    const { cells, found } = await runLane(lane, stalls);
    say(row(cells));
    wrong.push(...found.map((line) => `${lane.name}: ${line}`));
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

async function runLane(
  lane: StallLane,
  { baseUrl, key, vendor, watched }: Stalls,
): Promise<{ cells: string[]; found: string[] }> {
  const { name, path, answerBytes, clients, isHeld = false } = lane;
  vendor.takeFloods();
  const before = [...watched.values()].map(residentBytesOf);
  for (const pid of watched.values()) resetPeak(pid);
  const body = lane.body(`a flood of ${answerBytes}`);
  const stalled = await Promise.all(
    Array.from({ length: clients }, () => stall({ baseUrl, path, key, body })),
  );
  const floods = vendor.takeFloods();
  const found = isHeld ? [] : await findMoving(floods);
  await wait(stillMs);
  const peaks = [...watched.values()].map(peakBytesOf);
  const taken = Math.max(...floods.map(({ takenBytes }) => takenBytes));
  for (const pid of watched.values()) resetPeak(pid);
  const read = await Promise.all(stalled.map((client) => client.readOn()));
  const readPeaks = [...watched.values()].map(peakBytesOf);
  const least = Math.min(...read);
  if (least < answerBytes) found.push(`an answer of ${answerBytes} bytes came as ${least}`);
  const names = [...watched.keys()];
  for (const [index, peak] of peaks.entries()) {
    // Who holds whole answers has each as pieces and as one, until it is sent.
    const ofClient =
      mostGrownBytes.ofClient + (isHeld && names[index] === 'text-gateway' ? 3 * answerBytes : 0);
    const grown = peak - (before[index] ?? 0);
    if (grown > clients * ofClient + mostGrownBytes.slack)
      found.push(`${names[index]} has grown by ${show(grown)} MB`);
  }
  const memory = peaks.map((peak, index) => `${show(before[index] ?? 0)}, ${show(peak)}`);
  return {
    cells: [name, String(clients), show(answerBytes), show(taken), ...memory, ...readPeaks.map(show)],
    found,
  };
}

/** Waits until the vendor is rid of no more; says which answers go on all the same, or went too far before. */
async function findMoving(floods: readonly Flood[]): Promise<string[]> {
  await waitFor(() => floods.every(({ isPaused }) => isPaused), 'the vendor is paused', {
    timeoutMs: 60_000,
  });
  await wait(stillMs);
  const taken = floods.map(({ takenBytes }) => takenBytes);
  await wait(stillMs);
  return floods.flatMap(({ takenBytes, isPaused }, index) => {
    if (!isPaused || takenBytes !== taken[index]) return ['the vendor is not paused'];
    return takenBytes > mostTakenBytes ? [`the vendor was rid of ${show(takenBytes)} MB`] : [];
  });
}

function show(bytes: number): string {
  return (bytes / megabyte).toFixed(0);
}
