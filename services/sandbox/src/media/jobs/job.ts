import type { JsonRecord } from '../../json-record.ts';
import type { ClientRequestId } from '../../log/client-request-id.ts';
import type { Shape } from '../files/shape.ts';

const endings = ['succeeded', 'failed', 'moderated', 'cancelled', 'expired', 'empty'] as const;

/** How a job ends. `empty` succeeds and has no media. A vendor without a word for one of them says that it failed. */
export type Ending = (typeof endings)[number];

export function isEnding(word: string): word is Ending {
  return endings.some((ending) => ending === word);
}

/** What a vendor makes of a request that it took. */
export interface JobDraft {
  id: string;
  /** Only this key finds the job again. */
  key: string;
  model: string;
  prompt: string;
  /** What its client calls it, where vendors take that in the body and not in a header. */
  externalId?: string;
  /** What the vendor says back of the request, in its own words. */
  echo: JsonRecord;
  /** What else its end depends on. */
  notes?: JsonRecord;
  /** Of what is made. */
  shape: Shape;
  /** How many words the vendor has for a job that has not ended: each is seen once, unless a control asks otherwise. */
  states: number;
}

/** One job that a vendor took, from then on to its end. */
export interface Job extends Omit<JobDraft, 'states' | 'externalId'> {
  vendor: string;
  createdMs: number;
  ending: Ending;
  /** The step that leads to the end. */
  steps: number;
  /** By polls and by tests. */
  stepsTaken: number;
  /** Moves only when a test says so. */
  isHeld: boolean;
  /** When the end was first seen. */
  endedMs: number | null;
  clientId: ClientRequestId;
}
