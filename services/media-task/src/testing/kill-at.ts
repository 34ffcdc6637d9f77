import { choice, readConfig } from '@headgate/runtime/config';
import { type Reach, stages } from '../stage.ts';

/** Ends the process the first time that it comes to the stage named by HEADGATE_KILL_AT. */
export function killAt(env: NodeJS.ProcessEnv): Reach {
  const { wanted } = readConfig(env, { wanted: choice('HEADGATE_KILL_AT', stages) });
  return (stage) => {
    if (stage === wanted) process.kill(process.pid, 'SIGKILL');
  };
}
