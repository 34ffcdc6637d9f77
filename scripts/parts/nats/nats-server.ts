import { checkNatsServer } from './check-nats-server.ts';

/** How it is kept in the home. */
export const natsServer = { programPath: 'bin/nats-server', check: checkNatsServer };
