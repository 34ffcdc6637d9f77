import { join } from 'node:path';
import { wait } from '@headgate/runtime/wait';
import { seededRandom } from '../../chaos/random.ts';
import { createSql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { openHome } from '../../start/home/home.ts';
import { startSystem, type TestSystem } from '../../start/testing/start-system.ts';
import { row } from '../table.ts';
import { checkBooks } from './check-books.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type Growth, growthOf } from './growth.ts';
import { keepAsking } from './keep-asking.ts';
import { keepChanging } from './keep-changing.ts';
import { keepLooking } from './keep-looking.ts';
import { keepMaking } from './keep-making.ts';
import { keepTalking } from './keep-talking.ts';
import { namedServices, type Sample, takeSample } from './samples.ts';
import { createTally, type Tally } from './tally.ts';

/** Below this, processes are still warming up in the second quarter: growth is shown and not judged. */
const judgedMinutes = 20;
const fewestSamples = 24;
const longestPauseMs = 30_000;
/** Requests a second, beside films, sessions, pages and changes: others may have work for the machine as well. */
const rate = 40;
const makers = 2;
const noneCollected: ReadonlySet<number> = new Set();
/** What they hold is not ours to judge: they keep logs and caches of their own. */
const notJudged = ['sandbox', 'postgres', 'nats'];

export interface SoakOptions {
  minutes: number;
  say(line: string): void;
}

/**
 * Runs a mixed load for so long, and says how much memory every process had; throws when anything was wrong: the home with its
 * logs and books stays then, and it says where.
 */
export async function showSoak({ minutes, say }: SoakOptions): Promise<void> {
  const system = await startSystem({
    config: join(import.meta.dirname, 'soak.yaml'),
    replicas: 'text-gateway=2',
    env: { HEADGATE_ARCHIVE_RESULTS: 'true' },
  });
  const tally = createTally(say);
  let isRight = false;
  try {
    const samples = await soak(system, { minutes, say }, tally);
    const wrong = [
      ...(await checkSystem(system)),
      ...showGrowth(samples, say).filter(() => minutes >= judgedMinutes),
      ...[...tally.troubles].map(([line, times]) => `${times} times: ${line}`),
    ];
    say('');
    for (const [kind, times] of [...tally.kinds].sort()) say(`${times} x ${kind}`);
    if (minutes < judgedMinutes) say(`Growth is not judged below ${judgedMinutes} minutes.`);
    say(`\n${tally.asked} things were asked, ${tally.failed} failed.`);
    for (const line of wrong) say(`WRONG ${line}`);
    if (wrong.length > 0) throw new Error(`the soak found ${wrong.length} things that are wrong`);
    say('The soak found nothing wrong: all is answered as it should be, and the books are right.');
    isRight = true;
  } finally {
    await system.stop({ keepsHome: !isRight });
    if (!isRight) say(`Logs and books are kept in ${system.home}.`);
  }
}

async function soak({ dev }: TestSystem, { minutes, say }: SoakOptions, tally: Tally): Promise<Sample[]> {
  const stopping = new AbortController();
  const around = { tally, signal: stopping.signal };
  const { baseUrl } = dev;
  const running = [
    keepAsking(baseUrl, { ...around, rate, random: seededRandom(1) }),
    ...Array.from({ length: makers }, (_, index) =>
      keepMaking(baseUrl, { ...around, random: seededRandom(2 + index) }),
    ),
    keepTalking(baseUrl, around),
    keepLooking(baseUrl, around),
    keepChanging(baseUrl, around),
  ];
  const samples = await sampleFor(dev, minutes * 60_000, tally, say);
  stopping.abort();
  await Promise.all(running);
  return samples;
}

async function sampleFor(
  dev: DevFile,
  forMs: number,
  tally: Tally,
  say: (line: string) => void,
): Promise<Sample[]> {
  const times = Math.max(fewestSamples, Math.floor(forMs / longestPauseMs));
  const collectedAt = [1, 2, 3, 4].map((quarters) => Math.floor((times * quarters) / 4));
  const samples: Sample[] = [];
  const begunMs = performance.now();
  for (let time = 1; time <= times; time += 1) {
    await wait(Math.max(0, begunMs + (forMs / times) * time - performance.now()));
    const collected = collectedAt.includes(time) ? await collectAll(dev, say) : noneCollected;
    const sample = await takeSample(dev, { atMs: performance.now() - begunMs, collected });
    if (samples.length === 0) sayHeader([...sample.held.keys()], say);
    samples.push(sample);
    say(sampleRow(sample, tally));
  }
  return samples;
}

/** Gives the ids of the processes whose garbage is collected. */
async function collectAll(dev: DevFile, say: (line: string) => void): Promise<Set<number>> {
  const collected = new Set<number>();
  for (const { name, pid } of namedServices(dev)) {
    try {
      await collectGarbage(pid);
      collected.add(pid);
    } catch (error) {
      say(`The garbage of ${name} was not collected: ${error}`);
    }
  }
  return collected;
}

function sayHeader(names: readonly string[], say: (line: string) => void): void {
  const columns = ['s', 'asked', 'failed', ...names];
  say(`Resident memory, and of it JavaScript's heap, in MB:\n\n${row(columns)}`);
  say(row(columns.map(() => '---:')));
}

function sampleRow({ atMs, held }: Sample, { asked, failed }: Tally): string {
  const memory = [...held.values()].map(({ resident, heap }) =>
    heap === undefined ? megabytes(resident) : `${megabytes(resident)}, ${megabytes(heap)}`,
  );
  return row([(atMs / 1_000).toFixed(0), String(asked), String(failed), ...memory]);
}

const growthColumns = [
  'process',
  'resident MB: second quarter',
  'last quarter',
  'heap in use: end of the second quarter',
  'of the last',
  'external in use: end of the second quarter',
  'of the last',
  'resident MB an hour',
];

/** Gives a line for each process that has grown. */
function showGrowth(samples: readonly Sample[], say: (line: string) => void): string[] {
  say(`\n${row(growthColumns)}`);
  say(row(growthColumns.map((_, index) => (index === 0 ? '---' : '---:'))));
  const names = [...(samples[0]?.held.keys() ?? [])];
  return names.flatMap((name) => {
    const growth = growthOf(name, samples);
    say(growthRow(name, growth));
    if (notJudged.includes(name) || growth.grown.length === 0) return [];
    return [`${name} has grown: ${growth.grown.join(' and ')}`];
  });
}

function growthRow(name: string, growth: Growth): string {
  const { residentBefore, residentAfter, heapBefore, heapAfter, externalBefore, externalAfter } = growth;
  const figures = [residentBefore, residentAfter, heapBefore, heapAfter, externalBefore, externalAfter];
  return row([name, ...figures.map(megabytes), megabytes(growth.bytesPerHour)]);
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : (bytes / 1024 / 1024).toFixed(1);
}

/** What died meanwhile was started again: it shows in its id. */
async function checkSystem({ dev, readDev, home }: TestSystem): Promise<string[]> {
  const now = readDev();
  const pidsOf = (of: DevFile): string[] =>
    Object.entries(of.services).flatMap(([name, all]) => all.map(({ pid }) => `${name} ${pid}`));
  const alive = new Set(pidsOf(now));
  const died = pidsOf(dev).filter((process) => !alive.has(process));
  const sql = createSql(dev.databaseUrl);
  try {
    const { sandboxLogFile } = openHome(home);
    return [
      ...died.map((process) => `${process} has died`),
      ...(await checkBooks(now, { sql, sandboxLogFile })),
    ];
  } finally {
    await sql.end();
  }
}
