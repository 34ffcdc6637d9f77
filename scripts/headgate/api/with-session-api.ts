import type { ExitStatus } from '../exit-status.ts';
import { openSessionApi } from './open-api.ts';
import { ApiRefused, ApiUnreachable, type SessionApi } from './session-api.ts';

/** Runs what asks the session API, and says why it was refused or not answered. */
export async function withSessionApi(run: (api: SessionApi) => Promise<ExitStatus>): Promise<ExitStatus> {
  try {
    const api = await openSessionApi();
    try {
      return await run(api);
    } finally {
      await api.close();
    }
  } catch (error) {
    if (!(error instanceof ApiRefused || error instanceof ApiUnreachable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof ApiRefused ? 1 : 2;
  }
}
