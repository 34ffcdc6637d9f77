import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Send } from '../call/send.ts';
import type { Reference, Wish } from '../families/wish.ts';
import type { FailCode } from '../task/failure.ts';
import type { Media, Result, Task } from '../task/task.ts';

/** How to reach a vendor for one task: fixed when the task is submitted, whatever becomes of the channel. */
export interface Account {
  provider: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Undefined for an upstream that asks for none. */
  key: string | undefined;
  region: string;
  apiVersion: string;
}

/** A wish with everything filled in that a price depends on, and what it costs in units of usage. */
export interface Order {
  wish: Wish;
  usage: Usage;
  /** The same, counted as it is where a price tells tokens of images apart: what is dearer is what the row prices. */
  otherwise?: Usage;
  /** The same for a row that prices images, which covers the tokens of their output. */
  covered?: Usage;
}

export interface Submission extends Order {
  upstreamModel: string;
  /** `<request id>.<attempt>`, for headers and external ids; undefined where the channel sends none. */
  clientRequestId: string | undefined;
}

export interface Submitted {
  upstreamId: string;
  /** What polls need beside the id. */
  state?: Record<string, unknown>;
  /** Whether the vendor has begun already. */
  isRunning?: boolean;
  /** What it made, where it made it at once; and what that is billed, where it is not what was asked for. */
  made?: FoundResult;
  usage?: Usage;
}

/** A result as a poll finds it. Bytes that come with it go to the store, and never into a row. */
export type FoundResult = Omit<Result, 'media'> & { media: readonly (Media | FoundBytes)[] };

export interface FoundBytes extends Pick<Media, 'kind' | 'format' | 'revisedPrompt'> {
  /** One that the store keeps, such as `video/mp4`. */
  type: string;
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** What a poll found. */
export type Report =
  | { kind: 'queued' | 'running'; progress?: number; state?: Record<string, unknown> }
  | { kind: 'succeeded'; result: FoundResult; usage?: Usage }
  | { kind: 'failed'; code: FailCode; message: string }
  /** A list left it out: after a restart the vendor may need a while. */
  | { kind: 'missing' }
  /** A word that is in no table: the task stays as it is, and only its deadline ends it. */
  | { kind: 'unknown'; literal: string };

/** A task that the vendor has. */
export type SentTask = Task & { upstreamId: string };

export type Variant = 'video' | 'thumbnail' | 'spritesheet';

export interface ContentSource {
  url: string;
  /** Credentials among them: sent to this host alone. */
  headers: Record<string, string>;
}

/** One vendor's protocol. Every function that sends throws a SendError, Refusal or OutcomeUnknown where it fails. */
export interface Upstream {
  /** The channel's `provider`. */
  provider: string;
  /** Takes wishes with an `imageCount` as well, and makes tasks of them. */
  makesImages?: true;
  /** Options of a wish that only some vendors render, as `refuseOptions` lists them, and that this one does. */
  options?: readonly string[];
  /** The one form in which it takes a reference; else either. What comes in the other form is brought into this. */
  formOf?(reference: Reference): 'bytes' | 'addresses' | undefined;
  /**
   * Fills in the vendor's defaults, so that they are sent and priced alike, and refuses what the vendor does not render
   * with a FaultError 400 that names the member.
   */
  resolve(wish: Wish, upstreamModel: string): Order;
  submit(submission: Submission, account: Account, send: Send): Promise<Submitted>;
  /** Makes a new task from one that this account made and that has succeeded, where the vendor can. */
  remix?(submission: Submission & { sourceId: string }, account: Account, send: Send): Promise<Submitted>;
  poll(task: SentTask, account: Account, send: Send): Promise<Report>;
  /** A poll of a task that has ended gives new addresses for as long as the vendor keeps its files. */
  renewsLinks?: true;
  /** Asks once for many tasks of one account; reports stand in the order of the tasks. */
  pollMany?(tasks: readonly SentTask[], account: Account, send: Send): Promise<Report[]>;
  /** Finds what an earlier create made, where the vendor can tell. Undefined: it made nothing that can be found. */
  find?(task: Task, account: Account, send: Send): Promise<Submitted | undefined>;
  /** Where the bytes of a result are, for a vendor that gives them for the task's id; undefined for a variant it has not. */
  content?(task: SentTask, account: Account, variant: Variant): ContentSource | undefined;
  /** What an address at the account's own origin is asked with; absent where the addresses of results say it all. */
  contentHeaders?(account: Account): Record<string, string>;
  /** Stops a task that has not ended. */
  cancel?(task: SentTask, account: Account, send: Send): Promise<void>;
  /** Removes a task that has ended, where the vendor keeps it until it is told. */
  remove?(task: SentTask, account: Account, send: Send): Promise<void>;
}
