import { waitFor } from '@headgate/runtime/testing/wait-for';
import { residentBytesOf } from '../measure.ts';
import { readMetric } from '../soak/samples.ts';
import { median, row } from '../table.ts';
import { fillInstallation, keyText, modelName } from './fill-installation.ts';
import { type CatalogueLane, installations } from './lanes.ts';
import { type Pair, scaleHeader, scaleRows } from './scale-table.ts';
import { loadSide, type Side, startSide, type Turns } from './sides.ts';

export interface Rounds {
  rounds: number;
  seconds: number;
  say(line: string): void;
}

/** Every key has called by then, and drawn what it needs. */
const warmUpSeconds = 8;
const changes = 5;

/** The same load at a small and at a big installation, round by round; then what the big one needs, and how it hears of a change. */
export async function showCatalogue(
  lanes: readonly CatalogueLane[],
  { rounds, seconds, say }: Rounds,
): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const installation of installations) {
      const side = await startSide();
      sides.push(side);
      const beganMs = performance.now();
      await fillInstallation(side, installation);
      say(`${installation.name}: filled in ${((performance.now() - beganMs) / 1_000).toFixed(0)} s`);
    }
    const [little, much] = sides;
    if (!little || !much) throw new Error('there are no two sides');
    say(`\nResident, in MB: small ${describeSizes(little)}; big ${describeSizes(much)}\n`);
    for (const line of scaleHeader('a small installation', 'a big one')) say(line);
    for (const lane of lanes) {
      const pairs = await runLane(lane, { little, much }, { rounds, seconds });
      for (const line of scaleRows(lane.name, ['small', 'big'], pairs)) say(line);
    }
    say(`\nResident afterwards, in MB: small ${describeSizes(little)}; big ${describeSizes(much)}`);
    await showChanges([little, much], say);
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function runLane(
  { keys, models, isCold }: CatalogueLane,
  { little, much }: { little: Side; much: Side },
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Pair[]> {
  const [small, big] = installations;
  const turns = (of: { models: number }, firstKey: number): Turns => ({
    key: keyText,
    model: modelName,
    keys,
    models: models === 'all' ? of.models : models,
    firstKey,
  });
  // Those that no round before has called.
  const keysFrom = (round: number): number => (isCold ? 2_000 + keys * round : 0);
  if (!isCold) {
    await loadSide(little, turns(small, 0), warmUpSeconds);
    await loadSide(much, turns(big, 0), warmUpSeconds);
  }
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({
      little: await loadSide(little, turns(small, keysFrom(round)), seconds),
      much: await loadSide(much, turns(big, keysFrom(round)), seconds),
    });
  }
  return pairs;
}

const changeColumns = ['a change', 'small: ms', 'at most', 'big: ms', 'at most'];

/** From the answer to whoever made it until the gateway works with it; and until an ingress refuses a key that is off. */
async function showChanges(sides: readonly Side[], say: (line: string) => void): Promise<void> {
  say(`\n${row(changeColumns)}`);
  say(row(changeColumns.map((_, index) => (index === 0 ? '---' : '---:'))));
  for (const [name, change] of [
    ["a channel's weight, at text-gateway", changeWeight],
    ['a key that is off, at ingress', switchKeyOff],
  ] as const) {
    const cells: string[] = [];
    for (const side of sides) {
      const times: number[] = [];
      for (let turn = 0; turn < changes; turn += 1) times.push(await change(side, turn));
      cells.push(median(times).toFixed(0), Math.max(...times).toFixed(0));
    }
    say(row([name, ...cells]));
  }
}

const everyMs = 10;

async function changeWeight({ dev, sql, root }: Side, turn: number): Promise<number> {
  const [channel] = await sql.query(
    `select id from account.channels where name like 'scale%' order by id limit 1`,
  );
  await root.put('/api/channel/', { id: Number(channel?.id), weight: 2 + turn });
  const beganMs = performance.now();
  const [newest] = await sql.query('select max(catalog_version) as version from account.versions');
  const metricsUrl = dev.services['text-gateway']?.[0]?.metricsUrl ?? '';
  await waitFor(
    async () =>
      readMetric(await (await fetch(metricsUrl)).text(), 'headgate_text_catalog_version') >=
      Number(newest?.version),
    'the gateway has the change',
    { everyMs },
  );
  return performance.now() - beganMs;
}

async function switchKeyOff({ dev, root, sql }: Side, turn: number): Promise<number> {
  const key = keyText.replace('#', String(turn));
  const [found] = await sql.query(`select id from account.users where username = 'scale-0'`);
  await root.post('/api/user/manage', {
    id: Number(found?.id),
    action: turn % 2 === 0 ? 'disable' : 'enable',
  });
  const beganMs = performance.now();
  const isOn = turn % 2 === 1;
  await waitFor(
    async () => ((await call(dev.baseUrl, key)) === 200) === isOn,
    `a key is ${isOn ? 'on' : 'off'}`,
    { everyMs },
  );
  return performance.now() - beganMs;
}

async function call(baseUrl: string, key: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: modelName.replace('#', '0'),
      messages: [{ role: 'user', content: 'hi' }],
    }),
  });
  await answer.text();
  return answer.status;
}

function describeSizes({ dev }: Side): string {
  const names = ['ingress', 'text-gateway', 'account', 'ledger', 'media-api'] as const;
  return names
    .map((name) => `${name} ${(residentBytesOf(dev.services[name]?.[0]?.pid ?? 0) / 1024 / 1024).toFixed(0)}`)
    .join(', ');
}
