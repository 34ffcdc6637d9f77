import { wait } from '@headgate/runtime/wait';
import { residentBytesOf, type Watched } from '../measure.ts';
import { median, row } from '../table.ts';
import type { OpenStreamsLane } from './lanes.ts';
import { openStreams } from './open-streams.ts';

/** Enough for all that code and heap need once, and for every stream to have said something many times. */
const warmUpStreams = 300;
const settleMs = 10_000;
const samples = 15;
const mostKilobytes = 50;

const columns = [
  'lane',
  'ingress: MB before',
  'open',
  'KB of a stream',
  'text-gateway: MB before',
  'open',
  'KB of a stream',
  'KB of both',
];

/** Lanes of open streams, each against what the processes had before all of them, warm. */
export async function showOpenStreams(
  lanes: readonly OpenStreamsLane[],
  {
    target,
    watched,
    say,
  }: { target: { url: string; key: string }; watched: Watched; say: (line: string) => void },
): Promise<void> {
  const close = await openStreams(target, warmUpStreams);
  await wait(settleMs);
  await close();
  await wait(settleMs);
  const before = await residentOf(watched);
  say('');
  say(row(columns));
  say(row(columns.map((_, index) => (index === 0 ? '---' : '---:'))));
  for (const { name, streams } of lanes) {
    const closeAll = await openStreams(target, streams);
    await wait(settleMs);
    const open = await residentOf(watched);
    await closeAll();
    const grown = open.map((bytes, index) => (bytes - (before[index] ?? 0)) / 1024 / streams);
    const both = grown.reduce((sum, kilobytes) => sum + kilobytes, 0);
    const each = open.flatMap((bytes, index) => [
      megabytes(before[index] ?? 0),
      megabytes(bytes),
      (grown[index] ?? 0).toFixed(1),
    ]);
    say(row([name, ...each, both.toFixed(1)]));
    if (both > mostKilobytes) say(`${name}: more than the ${mostKilobytes} KB that are the aim`);
    await wait(settleMs);
  }
}

/** The median of some seconds: what a collector does at its own times is not the streams'. */
async function residentOf(watched: Watched): Promise<number[]> {
  const all: number[][] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    all.push([...watched.values()].map(residentBytesOf));
    await wait(1_000);
  }
  return [...watched].map((_, index) => median(all.map((each) => each[index] ?? 0)));
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
