import type { Things } from './documented-things.ts';
import type { Asking } from './people.ts';

/** How a documented route is called. */
export interface Call {
  /** Who asks; the least that the row's proof lets in, where nobody is named. */
  as?: Asking;
  /** In place of that of who asks. */
  cookie?: string;
  /** What the path names. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: object;
  /** The documented refusal that comes, where success cannot be had here. */
  refused?: { status: number };
}

export type MakeCall = (things: Things) => Call;

export const plain: MakeCall = () => ({});

/** Refused in words for people: session routes do that with 200. */
export const refused: Pick<Call, 'refused'> = { refused: { status: 200 } };
