import { wait } from '@headgate/runtime/wait';
import { createSql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { cpuUsOf, cpuUsOfTree } from '../measure.ts';
import { row } from '../table.ts';
import { add, countOf, type Histogram, quantile, readLag, subtract } from './lag-histogram.ts';
import type { PollLagLane } from './lanes.ts';
import { dropTasks, type Films, makeTemplates, openTasks } from './open-tasks.ts';

/** Until all tasks were looked at once, and come at their own times. */
const settleSeconds = 20;
const measuredSeconds = 30;

const columns = [
  'lane',
  'polls per s',
  'lag p50 at most, s',
  'p99 at most, s',
  'a serial poller, s',
  'CPU us of a poll: workers',
  'PostgreSQL',
];

/** Lanes of open tasks: how late workers are, beside one that polls one after the other with a second between. */
export async function showPollLag(
  lanes: readonly PollLagLane[],
  { dev, say }: { dev: DevFile; say: (line: string) => void },
): Promise<void> {
  const sql = createSql(dev.databaseUrl);
  const films: Films = { baseUrl: dev.baseUrl, sandboxUrl: dev.sandboxUrl, sql };
  try {
    const templates = await makeTemplates(films);
    say('');
    say(row(columns));
    say(row(columns.map((name) => (name === 'lane' ? '---' : '---:'))));
    for (const lane of lanes) say(await runLane(lane, films, templates, dev));
  } finally {
    await sql.end();
  }
}

async function runLane(
  { name, tasks }: PollLagLane,
  films: Films,
  templates: readonly string[],
  dev: DevFile,
): Promise<string> {
  await openTasks(films, templates, tasks);
  await wait(settleSeconds * 1_000);
  const before = await read(dev);
  await wait(measuredSeconds * 1_000);
  const after = await read(dev);
  await dropTasks(films);
  const lag = subtract(after.lag, before.lag);
  const polls = countOf(lag);
  const cost = (us: number | undefined, since: number | undefined): string =>
    us === undefined || since === undefined ? '' : ((us - since) / polls).toFixed(0);
  return row([
    name,
    (polls / measuredSeconds).toFixed(0),
    String(quantile(lag, 0.5)),
    String(quantile(lag, 0.99)),
    String(tasks),
    cost(after.workersUs, before.workersUs),
    cost(after.postgresUs, before.postgresUs),
  ]);
}

interface Reading {
  lag: Histogram;
  workersUs: number;
  postgresUs: number | undefined;
}

async function read(dev: DevFile): Promise<Reading> {
  const workers = dev.services['media-worker'] ?? [];
  const metrics = await Promise.all(workers.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()));
  const postgres = dev.parts.postgres?.pid;
  return {
    lag: add(metrics.map(readLag)),
    workersUs: workers.reduce((sum, { pid }) => sum + cpuUsOf(pid), 0),
    postgresUs: postgres === undefined ? undefined : cpuUsOfTree(postgres),
  };
}
