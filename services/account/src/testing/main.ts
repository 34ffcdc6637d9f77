/** The entry point of tests: an account that kills itself at the stage named by HEADGATE_KILL_AT. */
import { choice, readConfig } from '@headgate/runtime/config';
import { runService } from '@headgate/runtime/lifecycle';
import { createAccount } from '../account.ts';
import { readAccountConfig } from '../config.ts';
import { stages } from '../stage.ts';

const { killAt } = readConfig(process.env, { killAt: choice('HEADGATE_KILL_AT', stages) });

await runService('account', (service) =>
  createAccount(service, readAccountConfig(process.env), (stage) => {
    if (stage === killAt) process.kill(process.pid, 'SIGKILL');
  }),
);
