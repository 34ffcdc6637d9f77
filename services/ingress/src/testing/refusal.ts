import type { Response } from 'supertest';
import type { Route } from '../routes/route.ts';
import type { World } from './world.ts';

export interface Worlds {
  /** Every service is there. */
  full: World;
  /** The other services have gone; the key `sk-cached` and the session `cookie` are from before. */
  deserted: World;
  cookie: string;
}

/** One way to be refused, and what the refusal says. */
export interface Refusal {
  provoke(worlds: Worlds, route: Route): Promise<Response>;
  code: string | null;
  type: string;
  /** Where the envelope of messages has another word. */
  messagesType?: string;
  /** Empty where none is named. */
  param?: string;
  message?: string;
  /** Refused before the row was found: answered like an unknown path. */
  isOffTable?: boolean;
  /** Headers besides those that every refusal has. */
  headers?: (route: Route) => Record<string, unknown>;
}

/** How a row is brought to a status; words say why it never gets there. */
export type Cell = readonly Refusal[] | string;
