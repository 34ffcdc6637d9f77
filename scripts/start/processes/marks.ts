/**
 * Every process that a start starts carries its supervisor's id in the environment, and so do the processes
 * that those start: this is how all of them are found when the supervisor is gone.
 */
export const supervisorVariable = 'HEADGATE_SUPERVISOR';

/** Parts stop after the services that use them, each with its own signal. */
export const partVariable = 'HEADGATE_PART';

export type PartName = 'postgres' | 'nats';

export const stopSignals: Record<PartName | 'service', NodeJS.Signals> = {
  // Without the pause in which balancers would look away.
  service: 'SIGINT',
  nats: 'SIGTERM',
  // SIGTERM would wait until the last client has left.
  postgres: 'SIGINT',
};
