import type { SessionApi } from '../api/session-api.ts';
import type { ExitStatus } from '../exit-status.ts';

/** One thing that can be done: reads its words before anybody is asked. */
export type KeysVerb = (words: readonly string[]) => (api: SessionApi) => Promise<ExitStatus>;
