import { wait } from '@headgate/runtime/wait';
import { cpuUsOf, cpuUsOfTree } from '../measure.ts';
import { dropTasks, type Films, makeTemplates, openTasks } from '../poll-lag/open-tasks.ts';
import { median, row } from '../table.ts';
import type { OpenTasksLane } from './lanes.ts';
import { figuresOf, scaleHeader } from './scale-table.ts';
import type { Rounds } from './show-catalogue.ts';
import { governedKey, loadSide, type Side, startSide } from './sides.ts';

const warmUpSeconds = 3;
/** Until all were looked at once, and come at their own times. */
const settleMs = 20_000;
const creates = 50;

/** Text while tasks are open and polled, and what it costs to make one more. */
export async function showOpenTasks(
  lanes: readonly OpenTasksLane[],
  { rounds, seconds, say }: Rounds,
): Promise<void> {
  const side = await startSide({ replicas: 'media-worker=2', env: { HEADGATE_OPEN_TASKS: '100000' } });
  try {
    const { dev, sql } = side;
    const films: Films = { baseUrl: dev.baseUrl, sandboxUrl: dev.sandboxUrl, sql };
    const templates = await makeTemplates(films);
    const [, , columns = '', line = ''] = scaleHeader('', '');
    say(`\n${columns}`);
    say(line);
    const made: string[] = [];
    for (const { name, tasks } of lanes) {
      await openTasks(films, templates, tasks);
      await wait(settleMs);
      const turns = { key: governedKey, model: 'gpt-4o-mini' };
      await loadSide(side, turns, warmUpSeconds);
      const measured = [];
      for (let round = 0; round < rounds; round += 1) measured.push(await loadSide(side, turns, seconds));
      say(row([name, String(tasks), ...figuresOf(measured), '', '']));
      const costs: number[][] = [];
      for (let round = 0; round < rounds; round += 1) costs.push(await measureCreates(side, films));
      made.push(
        row([
          name,
          ...createServices.map((_, index) => median(costs.map((cost) => cost[index] ?? 0)).toFixed(0)),
        ]),
      );
      await dropTasks(films);
    }
    const createColumns = ['CPU us of a task that is made', ...createServices];
    say(`\n${row(createColumns)}`);
    say(row(createColumns.map((_, index) => (index === 0 ? '---' : '---:'))));
    for (const each of made) say(each);
  } finally {
    await side.stop();
  }
}

const createServices = ['ingress', 'media-api', 'ledger', 'PostgreSQL'] as const;

/** Tasks of all templates' models, one after the other; they never end, as the others. PostgreSQL polls meanwhile. */
async function measureCreates({ dev }: Side, films: Films): Promise<number[]> {
  const read = (): number[] =>
    createServices.map((name) =>
      name === 'PostgreSQL'
        ? cpuUsOfTree(dev.parts.postgres?.pid ?? 0)
        : cpuUsOf(dev.services[name]?.[0]?.pid ?? 0),
    );
  const before = read();
  for (let made = 0; made < creates; made += 8) await makeTemplates(films);
  return read().map((us, index) => (us - (before[index] ?? 0)) / creates);
}
