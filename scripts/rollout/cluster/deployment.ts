import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import type { Listing } from './listing.ts';
import type { Pod, PodEnd } from './pod.ts';

/** How one pod was replaced by another. */
export interface Replaced extends PodEnd {
  service: string;
  pod: string;
  /** From the start of the new one until it was listed. */
  startingMs: number;
}

/** The replicas of a service. */
export interface Deployment {
  service: string;
  pods(): readonly Pod[];
  /** Starts one more; resolves to how long that took when it is listed. */
  add(): Promise<number>;
  /** Replaces every pod, as `maxUnavailable: 0` and `maxSurge: 1` do. */
  roll(): Promise<Replaced[]>;
  /** Asks all to stop. */
  stop(): Promise<PodEnd[]>;
  kill(): Promise<void>;
}

export interface DeploymentPlan {
  service: string;
  /** Starts a pod of the newest version. */
  start(): Pod;
  listing: Listing;
  /** A pod counts as available when it has been listed for so long. */
  minReadyMs: number;
}

const listedWithinMs = 60_000;

export function createDeployment({ service, start, listing, minReadyMs }: DeploymentPlan): Deployment {
  let pods: Pod[] = [];

  async function add(): Promise<number> {
    const begunAt = performance.now();
    const pod = start();
    pods.push(pod);
    listing.add(pod);
    await pod.becomeReady();
    await waitFor(() => listing.isListed(pod), `${pod.name} is listed`, { timeoutMs: listedWithinMs });
    return performance.now() - begunAt;
  }

  async function retire(pod: Pod): Promise<PodEnd> {
    const end = await pod.stop();
    listing.remove(pod);
    return end;
  }

  return {
    service,
    pods: () => pods,
    add,
    async roll() {
      const replacing: Promise<Replaced>[] = [];
      for (const old of [...pods]) {
        const startingMs = await add();
        await wait(minReadyMs);
        pods = pods.filter((pod) => pod !== old);
        // The next one is started meanwhile: who is stopping counts no more.
        replacing.push(retire(old).then((end) => ({ ...end, service, pod: old.name, startingMs })));
      }
      return Promise.all(replacing);
    },
    stop: () => Promise.all(pods.splice(0).map(retire)),
    async kill() {
      await Promise.all(pods.splice(0).map((pod) => pod.kill()));
    },
  };
}
