import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { AnswerRoom } from '@headgate/runtime/bodies/answer-room';
import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import type { Send } from './call/send.ts';
import type { CatalogWatch } from './catalog/watch.ts';
import type { ApiConfig, WorkerConfig } from './config.ts';
import type { MediaLedger } from './ledger.ts';
import type { ApiMetrics, WorkerMetrics } from './metrics.ts';
import type { ReferenceFiles } from './references/reference-files.ts';
import type { Reach } from './stage.ts';
import type { PendingNotes } from './step/sends/pending-notes.ts';
import type { Store } from './store/store.ts';

/** What a request of a client needs. */
export interface ApiContext {
  config: ApiConfig;
  log: Log;
  knex: Knex;
  /** Names the holder of tasks: this process, and each request that makes one by a name of its own. */
  owner: string;
  catalog: CatalogWatch;
  ledger: MediaLedger;
  send: Send;
  metrics: ApiMetrics;
  store: Store;
  references: ReferenceFiles;
  notes: PendingNotes;
  reach: Reach;
  /** Tells workers that something is due. */
  wake(): void;
}

/** What looking after tasks needs. */
export interface WorkerContext {
  config: WorkerConfig;
  log: Log;
  knex: Knex;
  /** Names the holder of tasks: each claim has a name of its own. */
  owner: string;
  ledger: LedgerClient;
  send: Send;
  /** With as long a wait as images take. */
  sendImages: Send;
  /** For the answers with images in them. */
  answerRoom: AnswerRoom;
  references: ReferenceFiles;
  metrics: WorkerMetrics;
  store: Store;
  notes: PendingNotes;
  reach: Reach;
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal;
  /** The ledger has to be told of an end. */
  tellSoon(): void;
}
