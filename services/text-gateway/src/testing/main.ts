/** The entry point of tests: a text-gateway that kills itself at the stage named by HEADGATE_KILL_AT. */
import { choice, readConfig } from '@headgate/runtime/config';
import { runService } from '@headgate/runtime/lifecycle';
import { readGatewayConfig } from '../config.ts';
import { createGateway } from '../gateway.ts';
import { stages } from '../stage.ts';

const { killAt } = readConfig(process.env, { killAt: choice('HEADGATE_KILL_AT', stages) });

await runService('text-gateway', (service) =>
  createGateway(service, readGatewayConfig(process.env), (stage) => {
    if (stage === killAt) process.kill(process.pid, 'SIGKILL');
  }),
);
