import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { LinkRequest, LinkResponse, TextGatewayClient } from '@headgate/proto/gen/headgate/text/v1/text';
import { linkMethod } from '@headgate/proto/link-method';
import type { Log } from '@headgate/runtime/log';
import type { Replica, ReplicaWatch } from '@headgate/runtime/rpc/replicas';
import { deadlineMs, type TextCarrier } from '../text-gateway.ts';
import { type Link, openLink } from './link.ts';

/** Links to all pods. Takes small requests, while there is a pod that is ready. */
export interface Links extends TextCarrier {
  /** Pods that take requests by their link. */
  readyCount(): number;
  stop(): void;
}

export interface LinksOptions {
  /** Says which pods there are, and whenever that changes. */
  watch(onReplicas: (replicas: Replica[]) => void): ReplicaWatch;
  connect(replica: Replica): TextGatewayClient;
  log: Log;
  pingMs?: number;
  /** How long a request may take. */
  requestMs?: number;
  random?: () => number;
}

/** Larger ones would keep the small ones behind them waiting. */
const bodyLimitBytes = 256 * 1024;
const defaultPingMs = 5_000;
const firstPauseMs = 100;
const lastPauseMs = 2_000;

/** A pod that is listed, and its link. */
interface Pod {
  replica: Replica;
  client: TextGatewayClient;
  link: Link | undefined;
  pauseMs: number;
  timer?: NodeJS.Timeout;
  isListed: boolean;
}

/** Keeps one link to every pod that is listed, and gives each request to the less busy of two. */
export function createLinks({
  watch,
  connect,
  log,
  pingMs = defaultPingMs,
  requestMs = deadlineMs,
  random = Math.random,
}: LinksOptions): Links {
  const pods = new Map<string, Pod>();
  const ready: Link[] = [];
  const watching = watch((replicas) => {
    const listed = new Set(replicas.map(({ target }) => target));
    for (const pod of pods.values()) if (!listed.has(pod.replica.target)) drop(pod);
    for (const replica of replicas) if (!pods.has(replica.target)) add(replica);
  });

  function add(replica: Replica): void {
    const client = connect(replica);
    const pod: Pod = { replica, client, link: undefined, pauseMs: firstPauseMs, isListed: true };
    pods.set(replica.target, pod);
    open(pod);
  }

  /** What is under way goes on to its end. */
  function drop(pod: Pod): void {
    pods.delete(pod.replica.target);
    pod.isListed = false;
    clearTimeout(pod.timer);
    if (pod.link) pod.link.leave();
    else pod.client.close();
  }

  function open(pod: Pod): void {
    const { target } = pod.replica;
    let readyAt = Number.POSITIVE_INFINITY;
    const link = openLink(openStream(pod.client), {
      pingMs,
      deadlineMs: requestMs,
      onReady() {
        readyAt = performance.now();
        ready.push(link);
        log.debug({ pod: target }, 'a link to text-gateway is ready');
      },
      onLeaving() {
        const at = ready.indexOf(link);
        if (at !== -1) ready.splice(at, 1);
      },
      onEnd() {
        pod.link = undefined;
        if (!pod.isListed) return pod.client.close();
        log.debug({ pod: target }, 'a link to text-gateway has ended');
        // A pod that stops ends each link as soon as it is there, until it is listed no more.
        if (performance.now() - readyAt > lastPauseMs) pod.pauseMs = firstPauseMs;
        pod.timer = setTimeout(open, pod.pauseMs * (0.5 + random() / 2), pod);
        pod.pauseMs = Math.min(pod.pauseMs * 2, lastPauseMs);
      },
    });
    pod.link = link;
  }

  /** The less busy of two at random: all ingresses together spread well without asking each other. */
  function choose(): Link | undefined {
    const one = ready[Math.floor(random() * ready.length)];
    const other = ready[Math.floor(random() * ready.length)];
    return one && other && other.openCount() < one.openCount() ? other : one;
  }

  return {
    readyCount: () => ready.length,
    carry: (open, answer, span) =>
      open.body.length > bodyLimitBytes ? undefined : choose()?.carry(open, answer, span),
    stop() {
      watching.stop();
      for (const pod of [...pods.values()]) drop(pod);
    },
  };
}

/** As `client.link()`, with the link's own way of encoding. */
function openStream(client: TextGatewayClient): ClientDuplexStream<LinkRequest, LinkResponse> {
  const { path, requestSerialize, responseDeserialize } = linkMethod;
  return client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
}
