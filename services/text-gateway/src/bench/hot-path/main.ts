/**
 * What serving costs text-gateway without the way to it: `generate` called in this process, with everything switched on and a
 * local upstream. CPU of this process, user and system, for each request, or each event of a stream. Arguments choose lanes by
 * words in their names, `--rounds=20` says how often each is measured. With `--turns` the first of them is measured, and a round
 * begins with each line of standard input: `compare.ts` so lets two clones take turns. `--open=1000` shows what open streams
 * hold; give node `--expose-gc`. Log lines go to standard output, figures to standard error.
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
    rounds: { type: 'string', default: '20' },
    turns: { type: 'boolean', default: false },
    open: { type: 'string', default: '0' },
  },
});
const eventsOfStream = 200;
/** Until the code is compiled for what it meets. */
const warmUpRequests = 10_000;
const warmUpStreams = 100;
const roundRequests = 400;
const roundStreams = 40;

const journalDir = mkdtempSync(join(tmpdir(), 'headgate-bench-'));
const nats = await startTestNatsServer();
const upstream = fork(join(import.meta.dirname, 'upstream.ts'), { execArgv: [] });
const [port] = await once(upstream, 'message');
const bench = await createBenchContext(nats.url, journalDir);

interface Prepared {
  asked: Asked;
  concurrency: number;
}

function prepare({
  client,
  provider,
  isMapped = false,
  stream = false,
  gapMs,
  concurrency,
  catalog,
}: Lane): Prepared {
  upstream.send({ gapMs } satisfies Pacing);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  bench.use(createBenchCatalog(baseUrl, provider, catalog ?? { models: 0, channels: 0 }));
  const model = nameModel(provider, isMapped);
  const dialect = dialects[client];
  const body = requestBytes(dialect.codec, { model, stream });
  return { asked: { dialect, model, stream, body }, concurrency };
}

/** CPU microseconds of one request, over so many. */
async function load({ asked, concurrency }: Prepared, requests: number): Promise<number> {
  let begun = 0;
  const before = process.cpuUsage();
  const worker = async (): Promise<void> => {
    while (begun < requests) {
      begun += 1;
      await ask(bench.context, asked);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

/** CPU microseconds of a request, or of an event. Short, so that some rounds are left alone by whoever else computes. */
async function measure(prepared: Prepared): Promise<number> {
  const { stream } = prepared.asked;
  const cost = await load(prepared, stream ? roundStreams : roundRequests);
  return stream ? cost / eventsOfStream : cost;
}

async function measureRounds(name: string, prepared: Prepared): Promise<void> {
  const costs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) costs.push(await measure(prepared));
  const [least = 0, quarter = 0, half = 0] = [0, costs.length >> 2, costs.length >> 1].map(
    (at) => costs.toSorted((a, b) => a - b)[at],
  );
  const unit = prepared.asked.stream ? 'an event' : 'a request';
  process.stderr.write(
    `${name.padEnd(28)} us of ${unit}: least ${least.toFixed(1)}, first quarter ${quarter.toFixed(1)}, ` +
      `median ${half.toFixed(1)}\n`,
  );
}

async function takeTurns(prepared: Prepared): Promise<void> {
  process.stderr.write('ready\n');
  for await (const _ of createInterface({ input: process.stdin }))
    process.stderr.write(`${await measure(prepared)}\n`);
}

try {
  const chosen = lanes.filter(({ name }) => positionals.every((word) => name.includes(word)));
  for (const lane of values.turns ? chosen.slice(0, 1) : chosen) {
    const prepared = prepare(lane);
    await load(prepared, prepared.asked.stream ? warmUpStreams : warmUpRequests);
    if (values.open !== '0') {
      upstream.send({ gapMs: undefined } satisfies Pacing);
      const sizes = await measureOpenStreams(bench.context, prepared.asked, Number(values.open));
      process.stderr.write(`${lane.name.padEnd(28)} ${sizes}\n`);
    } else if (values.turns) await takeTurns(prepared);
    else await measureRounds(lane.name, prepared);
  }
} finally {
  upstream.kill();
  await bench.stop();
  await nats.stop();
  rmSync(journalDir, { recursive: true, force: true });
}
process.exit();
