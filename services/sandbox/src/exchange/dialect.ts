import type { IncomingHttpHeaders } from 'node:http';
import type { Meter } from '../answer/meter.ts';
import type { Plan } from '../answer/plan.ts';
import type { SandboxContext } from '../sandbox.ts';
import type { Rendering } from './exchange.ts';

export type DialectName =
  | 'ark-images'
  | 'chat-completions'
  | 'completions'
  | 'converse'
  | 'embeddings'
  | 'generate-content'
  | 'image-edits'
  | 'image-generations'
  | 'messages'
  | 'moderations'
  | 'predict'
  | 'rerank'
  | 'responses'
  | 'speech'
  | 'transcriptions'
  | 'translations'
  | 'xai-images';

/** How one vendor receives requests; `E` is its error. */
export interface Dialect<E extends { status: number }> {
  name: DialectName;
  /** Checks a request in the vendor's order: the key, the JSON, the model, the rest. */
  accept(incoming: Incoming, context: SandboxContext): Checked<Accepted, E>;
  /** The model that a request names, as far as it can be read. */
  modelOf(incoming: Incoming): string | null;
  statusError(status: number): E;
  errorBody(error: E, identity: Identity): string;
  /** Headers that the vendor puts on every answer, and on that error. */
  headers(identity: Identity, error?: E): Record<string, string>;
}

/** A request as it arrived. */
export interface Incoming {
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** What distinguishes one answer from all others. */
export interface Identity {
  /** Counts answers from 1 in each process; the ids are made of it. */
  number: number;
  /** Distinguishes the ids of one process from those of another. */
  life: string;
  /** Seconds since 1970. */
  created: number;
}

/** A request that the vendor would answer, and what the answer will be. */
export interface Accepted {
  model: string;
  plan: Plan;
  isStream: boolean;
  /** The caller's key. */
  key: string;
  createRendering(identity: Identity, meter: Meter): Rendering;
}

export type Checked<T, E> = { type: 'ok'; value: T } | { type: 'refused'; error: E };
