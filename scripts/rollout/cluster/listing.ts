import { startTestNameServer } from '@headgate/runtime/testing/name-server';
import { wait } from '@headgate/runtime/wait';
import type { Pod } from './pod.ts';
import { nameOf } from './services.ts';

/** A name server that knows the pods of each service while they are ready, as a headless Service does. */
export interface Listing {
  /** `address:port` of the name server. */
  server: string;
  add(pod: Pod): void;
  remove(pod: Pod): void;
  isListed(pod: Pod): boolean;
  stop(): Promise<void>;
}

const everyMs = 200;
/** A probe that is answered late on a busy machine is no end of a pod. */
const silencesAllowed = 3;

export async function startListing(): Promise<Listing> {
  const names = await startTestNameServer();
  const stopping = new AbortController();
  const pods = new Map<Pod, { isReady: boolean; silences: number }>();

  function publish(service: string): void {
    const ready = [...pods].filter(([pod, { isReady }]) => pod.service === service && isReady);
    names.set(
      nameOf(service),
      ready.map(([{ address }]) => address),
    );
  }

  async function probe(pod: Pod): Promise<void> {
    const state = await pod.state();
    const seen = pods.get(pod);
    if (!seen) return;
    seen.silences = state === 'silent' ? seen.silences + 1 : 0;
    const isReady =
      state === 'ready' || (seen.isReady && state === 'silent' && seen.silences < silencesAllowed);
    if (isReady === seen.isReady) return;
    seen.isReady = isReady;
    publish(pod.service);
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all([...pods.keys()].map(probe));
      await wait(everyMs, stopping.signal).catch(() => undefined);
    }
  })();

  return {
    server: names.address,
    add: (pod) => void pods.set(pod, { isReady: false, silences: 0 }),
    remove(pod) {
      pods.delete(pod);
      publish(pod.service);
    },
    isListed: (pod) => pods.get(pod)?.isReady ?? false,
    async stop() {
      stopping.abort();
      await watching;
      await names.stop();
    },
  };
}
