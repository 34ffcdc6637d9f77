import { cellHeader, cellRow, type ServedCost } from './cell-table.ts';
import { type Cell, isServed, questions } from './cells.ts';
import { measureCodecs } from './codec-costs.ts';
import type { Job } from './load.ts';
import type { Measured } from './measure.ts';

const rounds = 3;
const seconds = 1.5;
const warmUpSeconds = 1;
const content = 'lorem ipsum '.repeat(75);

interface ShowOptions {
  baseUrl: string;
  key: string;
  /** Words of the cells' names. */
  filters: readonly string[];
  load(job: Job): Promise<Measured>;
  say(line: string): void;
}

/** Every client over every upstream: through the processes where a request can come to that, and the codecs alone. */
export async function showCells(
  cells: readonly Cell[],
  { baseUrl, key, filters, load, say }: ShowOptions,
): Promise<void> {
  const costs = await measureCodecs(filters);
  for (const line of ['', ...cellHeader]) say(line);
  for (const cell of cells) {
    const ask = (stream: boolean) => runCell(cell, stream, { baseUrl, key, load });
    const served: ServedCost | undefined = isServed(cell)
      ? { whole: await ask(false), streamed: await ask(true) }
      : undefined;
    const failures = [...(served?.whole ?? []), ...(served?.streamed ?? [])].reduce(
      (sum, { failures: count }) => sum + count,
      0,
    );
    if (failures > 0) say(`${cell.name}: ${failures} answers were not 200`);
    const codec = costs.find(({ client, upstream }) => client === cell.client && upstream === cell.upstream);
    say(cellRow(cell, served, codec));
  }
}

async function runCell(
  { client, model }: Cell,
  stream: boolean,
  { baseUrl, key, load }: Pick<ShowOptions, 'baseUrl' | 'key' | 'load'>,
): Promise<Measured[]> {
  const { path, body } = questions[client](model, stream, stream ? `[[chunks=200]] ${content}` : content);
  const job = (forSeconds: number): Job => ({
    url: `${baseUrl}${path}`,
    key,
    body: JSON.stringify(body),
    concurrency: stream ? 16 : 32,
    rate: 0,
    expectedStatus: 200,
    seconds: forSeconds,
  });
  await load(job(warmUpSeconds));
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await load(job(seconds)));
  return measured;
}
