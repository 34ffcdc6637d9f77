import { randomUUID } from 'node:crypto';
import { takeLock } from '../../toolchain/take-lock.mjs';
import { StartError } from '../start-error.ts';
import type { Home } from './home.ts';

export interface HomeLock {
  /** The mark of everything this start starts. */
  supervisor: string;
  /** The mark of a start that died before it could release the lock. */
  previousSupervisor: string | undefined;
  release(): void;
}

/** One start per home at a time. The lock of a process that is gone is taken over. */
export function lockHome(home: Home): HomeLock {
  const supervisor = randomUUID();
  const { release, holder, ...rest } = takeLock(home.lockFile, { supervisor });
  if (release === undefined) {
    throw new StartError(
      `Headgate already runs in ${home.path} (process ${holder.pid}).\n` +
        `Stop it with \`kill ${holder.pid}\`, or run a second one in a home and on a port of its own:\n` +
        '  HEADGATE_HOME=/another/folder HEADGATE_PORT=8090 npm start',
    );
  }
  const previous = 'previous' in rest ? rest.previous?.supervisor : undefined;
  return { supervisor, previousSupervisor: typeof previous === 'string' ? previous : undefined, release };
}
