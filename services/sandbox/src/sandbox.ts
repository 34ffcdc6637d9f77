import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createFaultScript, type FaultScript } from './faults/script.ts';
import { createReceivedLog, type ReceivedLog } from './log/received-log.ts';
import { createServedLog, type ServedLog } from './log/served-log.ts';
import { createMedia, type Media } from './media/media.ts';
import { createRealtime } from './realtime/upgrade.ts';
import { createResponseStore, type ResponseStore } from './responses/response-store.ts';
import { findRoute } from './routes.ts';
import { type Accounts, createAccounts } from './vertex/accounts.ts';

/** What one sandbox knows; given to every route. */
export interface SandboxContext {
  served: ServedLog;
  received: ReceivedLog;
  faults: FaultScript;
  responses: ResponseStore;
  accounts: Accounts;
  media: Media;
  /** Part of every id this process gives out. */
  life: string;
  nextNumber(): number;
}

export interface Sandbox {
  listener(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts what was upgraded. */
  cut(): void;
  /** Resolves when every request in progress has ended, then closes the log. Close the connections first. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Where served requests are written, one JSON line each; null for nowhere. */
  logFile: string | null;
  /** How long every job of a vendor of media takes; 0 lets a job go on with each poll. */
  mediaMs?: number;
  /** Told of a defect of the sandbox itself; the connection it happened on is closed. */
  onError(error: unknown): void;
}

export function createSandbox({ logFile, mediaMs = 0, onError }: SandboxOptions): Sandbox {
  const inProgress = new Set<Promise<void>>();
  let number = 0;
  const context: SandboxContext = {
    served: createServedLog(logFile),
    received: createReceivedLog(),
    faults: createFaultScript(),
    responses: createResponseStore(),
    accounts: createAccounts(),
    media: createMedia(mediaMs),
    life: randomBytes(4).toString('hex'),
    nextNumber: () => {
      number += 1;
      return number;
    },
  };
  const realtime = createRealtime(context);
  return {
    upgrade: realtime.upgrade,
    listener(request, response) {
      const serving = findRoute(request)(context, request, response)
        .catch((error: unknown) => {
          onError(error);
          response.destroy();
        })
        .finally(() => inProgress.delete(serving));
      inProgress.add(serving);
    },
    cut: realtime.stop,
    async close() {
      await Promise.all(inProgress);
      context.served.close();
    },
  };
}
