import type { Identity, Incoming } from '../exchange/dialect.ts';
import type { JsonRecord } from '../json-record.ts';
import type { SandboxContext } from '../sandbox.ts';
import type { Job, JobDraft } from './jobs/job.ts';
import type { Stage } from './jobs/stage.ts';
import type { Media } from './media.ts';
import type { Reply } from './reply.ts';

/** One vendor of films or pictures that are made in jobs. */
export interface MediaVendor {
  name: string;
  /** The members of a poll's answer that tell the state, as paths like `task.status`. */
  statusPath: string | readonly string[];
  /** The members that lead to the media; null where the answer has none. */
  mediaPath: string | readonly string[] | null;
  /** The vendor's error for a status. */
  error(status: number, message?: string): Reply;
  /** What it says of content that it does not want. */
  moderated(): Reply;
  /** What it says to an account without money. */
  broke(): Reply;
  /** Headers that it puts on every answer. */
  headers(identity: Identity): Record<string, string>;
}

/** A request as a vendor's route sees it. */
export interface MediaCall {
  context: SandboxContext;
  media: Media;
  method: string;
  incoming: Incoming;
  identity: Identity;
  /** The sandbox as its caller knows it, `http://<host>:<port>`. */
  origin: string;
}

/** What is asked about one job. */
export interface Poll {
  job: Job;
  answer(stage: Stage): { status?: number; json: JsonRecord };
}

/**
 * What a vendor's route makes of a request. Only refusals meet no faults. Several jobs that are asked about at once meet
 * theirs one by one; one that cannot be found is left out.
 */
export type Handled =
  | { type: 'refused'; reply: Reply; model?: string | null }
  | { type: 'create'; draft: JobDraft; answer(job: Job): Reply }
  | ({ type: 'poll' } & Poll)
  | { type: 'polls'; polls: Poll[] }
  | { type: 'content'; about: Pick<Job, 'vendor' | 'model' | 'id'>; reply: Reply }
  | { type: 'other'; model: string | null; reply: Reply };

export type Handle = (call: MediaCall) => Handled;

export function refusedWith(reply: Reply, model: string | null = null): Handled {
  return { type: 'refused', reply, model };
}
