/**
 * What conversions cost by themselves, for `npm run bench`: CPU of this process, user and system, its collector of
 * garbage included. Writes one JSON array of CodecCost and ends. Arguments choose cells by words in their names.
 */
import { dialects } from '../dialects/index.ts';
import { type Work, workOf } from './work.ts';

/** Microseconds of CPU, medians over the rounds. */
interface CodecCost {
  client: string;
  upstream: string;
  request: number;
  chunkAlone: number;
  chunkTogether: number;
}

const rounds = 5;
/** Of CPU, not of the clock: on a machine that others use too, a round is as long as any other. */
const roundUs = 60_000;
const warmUpUs = 150_000;
const filters = process.argv.slice(2);

const all = Object.values(dialects);
const cells = all
  .flatMap((client) => all.map((upstream) => ({ client, upstream })))
  .filter(({ client, upstream }) =>
    filters.every((word) => `${client.name} over ${upstream.name}`.includes(word)),
  )
  .map(({ client, upstream }) => ({ client, upstream, work: workOf(client, upstream) }));

const kinds = {
  request: ({ whole }: Work) => ({ run: whole, units: 1 }),
  chunkAlone: ({ chunksAlone, chunks }: Work) => ({ run: chunksAlone, units: chunks }),
  chunkTogether: ({ chunksTogether, chunks }: Work) => ({ run: chunksTogether, units: chunks }),
};

/** CPU microseconds of one run, over as many as fit. */
function measure(run: () => void, forUs: number): number {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs += 1) {
    run();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= forUs) return (user + system) / runs;
  }
}

/** In turn, so that what slows the machine for a while slows all of them. */
function measureAll(kind: keyof typeof kinds): number[] {
  const works = cells.map(({ work }) => kinds[kind](work));
  for (const { run } of works) measure(run, warmUpUs);
  const measured = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { run, units }] of works.entries()) {
      measured[index]?.push(measure(run, roundUs) / units);
    }
  }
  return measured.map((values) => values.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN);
}

const [request, chunkAlone, chunkTogether] = [
  measureAll('request'),
  measureAll('chunkAlone'),
  measureAll('chunkTogether'),
];
const costs = cells.map(
  ({ client, upstream }, index): CodecCost => ({
    client: client.name,
    upstream: upstream.name,
    request: request[index] ?? Number.NaN,
    chunkAlone: chunkAlone[index] ?? Number.NaN,
    chunkTogether: chunkTogether[index] ?? Number.NaN,
  }),
);
process.stdout.write(JSON.stringify(costs));
