import { addAbortSignal } from 'node:stream';
import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { createGate, type Gate } from '@headgate/runtime/gates/gate';
import { createUserGates } from '@headgate/runtime/gates/user-gates';
import type { Log } from '@headgate/runtime/log';
import type { WorkerConfig } from '../config.ts';
import { refuse } from '../families/refuse.ts';
import type { Reference, Source } from '../families/wish.ts';
import type { Store } from '../store/store.ts';
import { unlessAway } from '../store/unless-away.ts';
import { askStore } from './ask-store.ts';
import { type FetchFile, type FetchResult, refusals } from './fetch-file.ts';
import type { Publish, PublishSite } from './publish.ts';
import { readFile } from './read-file.ts';

/** Brings the bytes of references, for all requests of this process. */
export interface ReferenceFiles {
  /** For a request of a user; the base is where clients reach the gateway: what they have uploaded lies below it. */
  open(site: PublishSite): RequestFiles;
}

/** What one request has brought to it. */
export interface RequestFiles {
  /** The bytes at an address. Throws a FaultError that names the member where there are none, and one of 503 where the store is away. */
  bring(reference: Reference, url: string): Promise<Source>;
  /** An address of these bytes that vendors can fetch. Throws a FaultError where there is none, of 503 where the store is away. */
  publish(reference: Reference, file: { bytes: Buffer; type: string }): Promise<Source>;
  /** The request is over: what it held is let go, and what is on its way is cut. */
  release(): void;
}

export type FilesConfig = Pick<
  WorkerConfig,
  'fetchMedia' | 'fetchMediaTimeoutMs' | 'fetchMediaConcurrency' | 'fetchMediaQueue' | 'fetchMediaHeldBytes'
>;

export interface FilesTools {
  log: Pick<Log, 'warn'>;
  fetchFile: FetchFile;
  store: Pick<Store, 'keyOf' | 'read'>;
  publish: Publish;
}

type Grow = (addedBytes: number) => boolean;

export function createReferenceFiles(
  config: FilesConfig,
  { log, fetchFile, store, publish }: FilesTools,
): ReferenceFiles {
  const { fetchMediaConcurrency: places, fetchMediaQueue: queue } = config;
  const gate = createGate({ places, queue });
  // Hosts that do not answer keep their own user's references waiting, and leave half of the places to others.
  const userGates = createUserGates({ places: Math.ceil(places / 2), queue });
  let heldBytes = 0;

  async function fetchPolitely(
    url: string,
    { kind, param = 'input_reference' }: Reference,
    grow: Grow,
    { ofUser, signal }: { ofUser: Gate; signal: AbortSignal },
  ): Promise<FetchResult> {
    if (!config.fetchMedia)
      refuse(param, `${param} must be the bytes of a file: this model takes no address.`);
    const leaveOwn = await ofUser.enter(signal);
    if (!leaveOwn) return { failure: 'busy' };
    try {
      const leave = await gate.enter(signal);
      if (!leave) return { failure: 'busy' };
      return await fetchFile(url, kind, grow, signal).finally(leave);
    } finally {
      leaveOwn();
    }
  }

  async function readOwn(
    key: string,
    { kind }: Reference,
    grow: Grow,
    signal: AbortSignal,
  ): Promise<FetchResult> {
    const read = async () => {
      // Nobody waits any more for one that comes too late.
      const found = (await store.read(key))?.once('error', () => undefined);
      return found && addAbortSignal(signal, found);
    };
    const stream = await askStore(log, read, signal);
    return stream ? unlessAway(log, readFile(stream, kind, grow)) : { failure: 'bad_status' };
  }

  return {
    open(site) {
      let ownBytes = 0;
      const ofUser = userGates.take(site.userId);
      const over = new AbortController();
      let begun: AbortSignal | undefined;
      const deadline = (): AbortSignal => {
        begun ??= AbortSignal.any([AbortSignal.timeout(config.fetchMediaTimeoutMs), over.signal]);
        return begun;
      };
      const grow: Grow = (addedBytes) => {
        if (over.signal.aborted || heldBytes + addedBytes > config.fetchMediaHeldBytes) return false;
        heldBytes += addedBytes;
        ownBytes += addedBytes;
        return true;
      };
      return {
        async bring(reference, url) {
          const key = URL.canParse(url) ? store.keyOf(new URL(url), site) : undefined;
          const result =
            key === undefined
              ? await fetchPolitely(url, reference, grow, { ofUser, signal: deadline() })
              : await readOwn(key, reference, grow, deadline());
          if (!('failure' in result)) return result;
          if (result.failure === 'busy') throw new FaultError(tooBusy);
          const { param = 'input_reference' } = reference;
          return refuse(param, `${param} could not be fetched: ${refusals[result.failure]}.`);
        },
        publish: (reference, file) => askStore(log, () => publish(reference, file, site), deadline()),
        release() {
          if (over.signal.aborted) return;
          // Of several files one may have failed while others were on their way.
          over.abort();
          userGates.giveBack(site.userId);
          heldBytes -= ownBytes;
          ownBytes = 0;
        },
      };
    },
  };
}

const tooBusy = fault('too_many_requests', {
  type: platformType,
  retryAfterMs: 1_000,
  message: 'Too much is being fetched for requests right now. Try again shortly, or send the bytes.',
});
