import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { createGate } from '@headgate/runtime/gate';
import type { ApiConfig } from '../config.ts';
import { refuse } from '../families/refuse.ts';
import type { Reference, Source } from '../families/wish.ts';
import { type FetchFile, refusals } from './fetch-file.ts';

/** Brings the bytes of references, for all requests of this process. */
export interface ReferenceFiles {
  /** What one request has brought to it. */
  open(): RequestFiles;
}

export interface RequestFiles {
  /** The bytes at an address. Throws a FaultError that names the member where there are none. */
  bring(reference: Reference, url: string): Promise<Source>;
  /** The request is over: what it held is let go. */
  release(): void;
}

export type FilesConfig = Pick<
  ApiConfig,
  'fetchMedia' | 'fetchMediaTimeoutMs' | 'fetchMediaConcurrency' | 'fetchMediaQueue' | 'fetchMediaHeldBytes'
>;

export function createReferenceFiles(config: FilesConfig, fetchFile: FetchFile): ReferenceFiles {
  const gate = createGate({ places: config.fetchMediaConcurrency, queue: config.fetchMediaQueue });
  let heldBytes = 0;

  return {
    open() {
      let ownBytes = 0;
      let deadline: AbortSignal | undefined;
      const grow = (addedBytes: number): boolean => {
        if (heldBytes + addedBytes > config.fetchMediaHeldBytes) return false;
        heldBytes += addedBytes;
        ownBytes += addedBytes;
        return true;
      };
      return {
        async bring({ kind, param = 'input_reference' }, url) {
          if (!config.fetchMedia)
            refuse(param, `${param} must be the bytes of a file: this model takes no address.`);
          deadline ??= AbortSignal.timeout(config.fetchMediaTimeoutMs);
          const leave = await gate.enter(deadline);
          if (!leave) throw new FaultError(tooBusy);
          const result = await fetchFile(url, kind, grow, deadline).finally(leave);
          if (!('failure' in result)) return result;
          if (result.failure === 'busy') throw new FaultError(tooBusy);
          return refuse(param, `${param} could not be fetched: ${refusals[result.failure]}.`);
        },
        release() {
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
