import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';

/** Signals that are meant for the script: it decides when it ends, and this process ends after it. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Runs `script` in the foreground; resolves with its exit status. */
export function runScript(node, script, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [script, ...args], {
      stdio: 'inherit',
      env: {
        ...env,
        HEADGATE_BOOTSTRAP_PID: String(process.pid),
        PATH: [dirname(node), process.env.PATH].join(delimiter),
      },
    });
    for (const signal of passedOn) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
}
