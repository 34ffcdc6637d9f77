import type { Wish } from '../families/wish.ts';
import type { Action } from './actions.ts';

/** What the vendor is asked for: a route of its own below `/mj/`, and the members of its body but for pictures. */
export interface Job {
  route: JobRoute;
  members: Record<string, unknown>;
}

export type JobRoute =
  | 'submit/imagine'
  | 'submit/blend'
  | 'submit/describe'
  | 'submit/shorten'
  | 'submit/edits'
  | 'submit/video'
  | 'submit/action'
  | 'submit/change'
  | 'submit/upload-discord-images'
  | 'insight-face/swap';

/** What a task of this family has beside its prompt and pictures: the options of its wish. */
export interface MjOptions {
  action: Action;
  job: Job;
  botType: string;
  /** The client's own note. */
  state: string | null;
  /** Of ours: the button that was pressed. */
  customId: string | null;
  /** What it goes on from, in words. */
  description: string;
}

/** Throws for a wish of another family, which no channel of this one is asked for. */
export function readMjOptions({ options }: Pick<Wish, 'options'>): MjOptions {
  const { mj } = options;
  if (!isMjOptions(mj)) throw new Error('a task of another family was sent to midjourney-proxy');
  return mj;
}

/** Whatever has a job was written by this family. */
function isMjOptions(value: unknown): value is MjOptions {
  return typeof value === 'object' && value !== null && 'job' in value && 'action' in value;
}
