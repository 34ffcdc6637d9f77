import type { Blame } from '../../call/refusal.ts';
import type { Wish } from '../../families/wish.ts';
import type { FailCode } from '../../task/failure.ts';
import type { Account, Report, Upstream } from '../upstream.ts';

/** What a vendor answers: JSON under 200 unless it says otherwise. */
export interface Said {
  status?: number;
  headers?: Record<string, string>;
  json: object;
}

/** What is known of a vendor's protocol, for the tests that every adapter passes. */
export interface Contract {
  /** Where the provider alone does not say it. */
  name?: string;
  upstream: Upstream;
  /** Its key is looked for in addresses, where none may stand. */
  account: Account;
  /** A name that the vendor has for a model. */
  model: string;
  /** Leaves open what it may: what is sent must say it all the same. */
  wish: Wish;
  /** Texts that a create holds: everything that its price depends on. */
  says: string[];
  /** Other wishes, beside what the plain one says, and texts that their creates hold. */
  renders?: { name: string; wish: Partial<Wish>; model?: string; says: string[] }[];
  /** What the vendor does not render: refused before anything is held, and the member that is named. */
  rendersNot?: { name: string; wish: Partial<Wish>; model?: string; param: string }[];
  /** The answer to a create, and the id in it. */
  created: { said: Said; upstreamId: string };
  /** Refusals of creates that are known for certain. */
  refusals: { name: string; said: Said; blame: Blame; failCode?: FailCode }[];
  /** What polls need beside the id, as a submission left it. */
  state?: Record<string, unknown>;
  /** Every word that the vendor has for how a task stands, and what it means: answers in the order of the requests. */
  words: {
    word: string;
    said: Said | Said[];
    report: Partial<Report> & Pick<Report, 'kind'>;
    /** Where the task is not of the plain wish. */
    wish?: Partial<Wish>;
  }[];
  /** The same with a word that is in no table; and, where the vendor may leave it out, with none. */
  unknown: Said[];
  /** A poll that says by an error that a result is held back, where the vendor says it so. */
  moderated?: Said;
  /** Polls for a task that the vendor does not know, or not yet. */
  missing?: Said[];
  /** Polls, answer by answer, that say nothing of the task: it is asked for again. */
  momentary?: Said[][];
  /** Success without anything to fetch; absent where the bytes are had for the id. */
  withoutMedia?: Said | Said[];
}

export const defaultWish: Wish = { prompt: 'a mill by a river', references: [], options: {} };
