import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { StoredWish } from '../families/wish.ts';
import type { Failure } from './failure.ts';
import type { State } from './states.ts';

/** Which routes show a task. */
export type Surface = 'video' | 'image' | 'image-async' | 'mj' | 'kling';

/** One task. Times are Unix milliseconds. */
export interface Task {
  /** What clients know it by. */
  id: string;
  /** Counts tasks up in the order of their making. */
  seq: bigint;
  /** The id of the request that made it, and of its closing entry. */
  closeId: string;
  holdId: string;
  surface: Surface;
  /** What is done, in the words of its surface; `generate` or `remix` for videos. */
  action: string;
  state: State;
  keyId: bigint;
  userId: bigint;
  group: string;
  /** Purses that it must fit, sorted. */
  path: string[];
  model: string;
  priceModel: string;
  catalogVersion: bigint;
  priceVersion: bigint;
  /** Units that are held for it; what it was billed, once the ledger has booked its end. */
  amount: bigint;
  /** What the amount is for, and what will be billed unless the vendor reports otherwise. */
  usage: Usage;
  /** What is rendered, as it was priced and sent. */
  wish: StoredWish;
  /** Creates that were begun. */
  attempts: number;
  /** How a worker may send it, best first; null where the api that took it in does so itself. */
  ways: Way[] | null;
  /** The credential that submitted it, once one has. */
  accountId: bigint | null;
  channelId: bigint;
  upstreamModel: string;
  upstreamId: string | null;
  /** What the vendor's adapter needs beside the id. */
  upstreamState: Record<string, unknown>;
  /** Percent; never falls, and 100 only at the end. */
  progress: number;
  result: Result | null;
  failure: Failure | null;
  /** What went wrong with the last polls. */
  trouble: Trouble | null;
  createdAt: number;
  submittedAt: number | null;
  finishedAt: number | null;
  dueAt: number;
  /** In a task that was claimed, by the claiming process's own clock. */
  deadlineAt: number;
  remixedFrom: string | null;
  /** What the client calls it; vendors never hear of it. */
  externalId: string | null;
}

/** A way to render what was priced, as a row keeps it: for a worker that knows no catalog. */
export interface Way {
  /** In decimal. */
  accountId: string;
  channelId: string;
  upstreamModel: string;
  sendsRequestId: boolean;
  /** Where the client reaches the gateway. */
  baseUrl: string;
  wish: StoredWish;
}

/** What a task made. Addresses are the vendor's and never reach a client. */
export interface Result {
  media: Media[];
  /** What was said, of a task that makes words. */
  text?: string;
  /** What can be done next, where the vendor says so. */
  buttons?: Button[];
  /** Of the video, as far as it is known. */
  secondsMs?: number;
  width?: number;
  height?: number;
  fps?: number;
  /** What the vendor counted, where clients are shown it. */
  tokens?: TokenCounts;
}

export interface TokenCounts {
  inputText: number;
  inputImage: number;
  output: number;
  /** Of the output, what is no image. */
  outputText?: number;
}

export interface Media {
  kind: 'video' | 'image';
  /** What the vendor calls it, where later tasks go on from it. */
  upstreamId?: string;
  /** In the store, once it is there. */
  key?: string;
  /** Absent where the vendor gives bytes, for the task's id or in a poll's answer. */
  url?: string;
  /** The film before it once more, with the mark of its vendor. */
  isMarked?: true;
  /** `jpeg`; undefined for what is usual. */
  format?: string;
  /** What the vendor made of the prompt. */
  revisedPrompt?: string;
  /** Unix milliseconds. */
  expiresAt?: number;
}

export interface Button {
  /** What clients press it by. */
  token: string;
  /** The vendor's name of it, which tells of the vendor's own task. */
  customId: string;
  emoji: string;
  label: string;
  type: number;
  style: number;
}

/** Polls in a row that went wrong in the same way. */
export interface Trouble {
  kind: 'missing' | 'refused' | 'empty' | 'transient';
  count: number;
  sinceMs: number;
}
