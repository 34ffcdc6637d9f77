import type { Home } from './home/home.ts';
import type { Options } from './options.ts';
import type { Fleet } from './processes/fleet.ts';
import type { Reaper } from './reaper/start-reaper.ts';
import type { Say } from './say.ts';

/** What every step of a start works with. */
export interface StartContext {
  home: Home;
  options: Options;
  /** The environment of the person who starts. */
  env: NodeJS.ProcessEnv;
  /** The environment of what is started, with our mark. */
  marked: NodeJS.ProcessEnv;
  fleet: Fleet;
  reaper: Reaper;
  say: Say;
  /** Aborted when everything is to stop. */
  signal: AbortSignal;
}
