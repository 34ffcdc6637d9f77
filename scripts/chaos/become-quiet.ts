import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { World } from '../e2e/testing/world.ts';

/** Generous: it ends a wait that would never end. */
const quietMs = 180_000;

/** Lets dead runs be finished, then stops the gateways in order, until no run is left. */
export async function becomeQuiet(world: World, gateways: readonly string[]): Promise<void> {
  const unfinished = async (): Promise<number> => {
    const [row] = await world.sql('select count(*) as runs from ledger.run where finished_at is null');
    return Number(row?.runs);
  };
  const awaitUnfinished = (runs: number, what: string): Promise<unknown> =>
    waitFor(async () => (await unfinished()) === runs, what, { timeoutMs: quietMs });
  const stopGateways = (): Promise<unknown> =>
    Promise.all(gateways.map((name) => world.service(name).kill('SIGTERM')));

  await awaitUnfinished(gateways.length, 'dead runs are finished');
  await stopGateways();
  if ((await unfinished()) > 0) {
    // What they could not finish in time is left to the next process.
    await Promise.all(gateways.map((name) => world.service(name).start()));
    await awaitUnfinished(gateways.length, 'runs are finished');
    await stopGateways();
  }
  await awaitUnfinished(0, 'all runs are finished');
}
