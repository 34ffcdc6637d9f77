/**
 * What serving costs text-gateway without the way to it: `generate` called in this process, with everything switched on and a
 * local upstream. CPU of this process, user and system, for each request, or each event of a stream. Arguments choose lanes by
 * words in their names; `--seconds=4` and `--rounds=3` say how long. With `--turns` a round begins with each line of standard
 * input: `compare.ts` so lets two clones take turns. `--open=1000` shows what open streams hold; give node `--expose-gc`. Log
 * lines go to standard output, figures to standard error.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startTestNatsServer } from '@headgate/runtime/testing/nats-server';
import { dialects } from '../../dialects/index.ts';
import { requestBytes } from '../samples.ts';
import { createBenchCatalog, nameModel } from './catalog.ts';
import { type Asked, ask } from './client.ts';
import { createBenchContext } from './context.ts';
import { type Lane, lanes } from './lanes.ts';
import { measureOpenStreams } from './open-streams.ts';
import type { Pacing } from './upstream.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    turns: { type: 'boolean', default: false },
    open: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const eventsOfStream = 200;
/** Until the code is compiled for what it meets. */
const warmUpRequests = 10_000;
const warmUpStreams = 100;

const journalDir = mkdtempSync(join(tmpdir(), 'headgate-bench-'));
const nats = await startTestNatsServer();
const upstream = fork(join(import.meta.dirname, 'upstream.ts'), { execArgv: [] });
const [port] = await once(upstream, 'message');
const bench = await createBenchContext(nats.url, journalDir);

interface Prepared {
  asked: Asked;
  concurrency: number;
}

function prepare({ client, provider, isMapped = false, stream = false, gapMs, concurrency, catalog }: Lane): Prepared {
  upstream.send({ gapMs } satisfies Pacing);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  bench.use(createBenchCatalog(baseUrl, provider, catalog ?? { models: 0, channels: 0 }));
  const model = nameModel(provider, isMapped);
  const dialect = dialects[client];
  const body = requestBytes(dialect.codec, { model, stream });
  return { asked: { dialect, model, stream, body }, concurrency };
}

/** CPU microseconds of one request under this load, for so many milliseconds and requests at least. */
async function load({ asked, concurrency }: Prepared, forMs: number, least = 0): Promise<number> {
  let requests = 0;
  const before = process.cpuUsage();
  const end = performance.now() + forMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < end || requests < least) {
      await ask(bench.context, asked);
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

/** CPU microseconds of a request, or of an event. */
async function measure(prepared: Prepared): Promise<number> {
  const cost = await load(prepared, seconds * 1_000);
  return prepared.asked.stream ? cost / eventsOfStream : cost;
}

async function measureRounds(name: string, prepared: Prepared): Promise<void> {
  const costs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) costs.push(await measure(prepared));
  const shown = costs.map((cost) => cost.toFixed(1)).join(' ');
  const unit = prepared.asked.stream ? 'an event' : 'a request';
  process.stderr.write(`${name.padEnd(28)} us of ${unit}: ${shown}\n`);
}

async function takeTurns(prepared: Prepared): Promise<void> {
  process.stderr.write('ready\n');
  for await (const _ of createInterface({ input: process.stdin }))
    process.stderr.write(`${await measure(prepared)}\n`);
}

for (const lane of lanes.filter(({ name }) => positionals.every((word) => name.includes(word)))) {
  const prepared = prepare(lane);
  await load(prepared, 0, prepared.asked.stream ? warmUpStreams : warmUpRequests);
  if (values.open !== '0') {
    upstream.send({ gapMs: undefined } satisfies Pacing);
    const sizes = await measureOpenStreams(bench.context, prepared.asked, Number(values.open));
    process.stderr.write(`${lane.name.padEnd(28)} ${sizes}\n`);
  } else if (values.turns) await takeTurns(prepared);
  else await measureRounds(lane.name, prepared);
}

upstream.kill();
await bench.stop();
await nats.stop();
rmSync(journalDir, { recursive: true, force: true });
process.exit();
