/** The entry point of tests: a ledger that ends or stops itself once, at the stage named by HEADGATE_KILL_AT. */
import { choice, readConfig } from '@headgate/runtime/config';
import { runService } from '@headgate/runtime/lifecycle';
import { readLedgerConfig } from '../config.ts';
import { createLedger } from '../ledger.ts';
import { stages } from '../stage.ts';

const { killAt, signal } = readConfig(process.env, {
  killAt: choice('HEADGATE_KILL_AT', stages),
  signal: choice('HEADGATE_KILL_SIGNAL', ['SIGKILL', 'SIGSTOP'], 'SIGKILL'),
});
let isDue = true;

await runService('ledger', (service) =>
  createLedger(service, readLedgerConfig(process.env), (stage) => {
    if (stage !== killAt || !isDue) return;
    isDue = false;
    process.kill(process.pid, signal);
  }),
);
