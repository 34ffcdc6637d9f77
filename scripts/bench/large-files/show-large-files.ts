import { createSql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { residentBytesOf } from '../measure.ts';
import { row } from '../table.ts';
import type { LargeFilesLane } from './lanes.ts';
import { download, type Gateway, leaveAtVendor, makeFilm, upload } from './move-files.ts';
import { peakBytesOf, resetPeak } from './peak.ts';

const services = ['ingress', 'media-api', 'media-worker'] as const;
const columns = ['lane', 'way', 'MB', 'seconds', ...services.map((name) => `${name}: MB before, at most`)];
const megabyte = 1024 * 1024;
/** So that a smaller one does not pay for code and heap that all need. */
const warmUpBytes = 64 * megabyte;

/** Files on every way, and the most memory that each service had meanwhile; of several workers the one that had most. */
export async function showLargeFiles(
  lanes: readonly LargeFilesLane[],
  { dev, say }: { dev: DevFile; say: (line: string) => void },
): Promise<void> {
  const sql = createSql(dev.databaseUrl);
  const gateway: Gateway = { baseUrl: dev.baseUrl, sql };
  const ignore = (): void => undefined;
  try {
    await runLane(
      { name: '', filmBytes: warmUpBytes, uploadBytes: warmUpBytes, downloads: 1 },
      gateway,
      dev,
      ignore,
    );
    say('');
    say(row(columns));
    say(row(columns.map((_, index) => (index < 2 ? '---' : '---:'))));
    for (const lane of lanes) await runLane(lane, gateway, dev, say);
  } finally {
    await sql.end();
  }
}

async function runLane(
  { name, filmBytes, uploadBytes, downloads }: LargeFilesLane,
  gateway: Gateway,
  dev: DevFile,
  say: (line: string) => void,
): Promise<void> {
  async function watch<T>(way: string, sizeBytes: number, move: () => Promise<T>): Promise<T> {
    const pids = services.map((service) => (dev.services[service] ?? []).map(({ pid }) => pid));
    const before = pids.map((some) => Math.max(...some.map(residentBytesOf)));
    for (const pid of pids.flat()) resetPeak(pid);
    const startMs = Date.now();
    const moved = await move();
    const seconds = (Date.now() - startMs) / 1_000;
    const peaks = pids.map((some) => Math.max(...some.map(peakBytesOf)));
    const memory = peaks.map((peak, index) => `${show(before[index] ?? 0)}, ${show(peak)}`);
    say(row([name, way, show(sizeBytes), seconds.toFixed(1), ...memory]));
    return moved;
  }
  const id = await watch('from the vendor to the store', filmBytes, () => makeFilm(gateway, filmBytes));
  const read = async (): Promise<void> => {
    for (let count = 0; count < downloads; count += 1) await download(gateway, id, filmBytes);
  };
  await watch('from the store to the client', filmBytes, read);
  await leaveAtVendor(gateway, id);
  await watch('from the vendor to the client', filmBytes, read);
  await watch('from the client to the store', uploadBytes, () => upload(gateway, uploadBytes));
}

function show(bytes: number): string {
  return (bytes / megabyte).toFixed(0);
}
