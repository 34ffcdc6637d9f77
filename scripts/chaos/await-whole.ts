import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { ServiceProcess } from '../e2e/testing/service-process.ts';
import type { World } from '../e2e/testing/world.ts';

/** Far above what any start takes: it ends a wait that would never end. */
const wholeWithinMs = 180_000;
/** Characters of a log that are worth showing. */
const logEnd = 2_000;

/** Waits until every service says that it is ready; says which of them had ended by themselves, and starts those. */
export async function awaitWhole({ services }: Pick<World, 'services'>): Promise<string[]> {
  const ended: string[] = [];
  let waitingFor: string[] = [];
  const isWhole = async (): Promise<boolean> => {
    const states = await Promise.all([...services.values()].map(readState));
    for (const { service } of states.filter(({ state }) => state === 'ended')) {
      ended.push(service.name);
      await service.start({ awaitReady: false });
    }
    waitingFor = states.filter(({ state }) => state !== 'ready').map(({ service }) => service.name);
    return waitingFor.length === 0;
  };
  await waitFor(isWhole, 'everything is ready again', { timeoutMs: wholeWithinMs, everyMs: 100 }).catch(
    (cause) => {
      const logs = waitingFor.map(
        (name) => `${name}, whose log ends:\n${services.get(name)?.log().slice(-logEnd)}`,
      );
      throw new Error(`These do not become ready:\n${logs.join('\n')}\nThese ended: ${ended.join(', ')}`, {
        cause,
      });
    },
  );
  return ended;
}

async function readState(
  service: ServiceProcess,
): Promise<{ service: ServiceProcess; state: 'ready' | 'not ready' | 'ended' }> {
  if (!service.isRunning()) return { service, state: 'ended' };
  const isReady = await service.isReady().catch(() => false);
  return { service, state: isReady ? 'ready' : 'not ready' };
}
