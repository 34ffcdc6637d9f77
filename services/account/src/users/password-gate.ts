import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';

/**
 * Lets a bounded number of password checks wait and run; more are refused with 429. One check takes a thread
 * and 19 MiB, so a flood of logins must not queue without end.
 */
export interface PasswordGate {
  run<T>(check: () => Promise<T>): Promise<T>;
}

const defaultLimit = 32;
const retryAfterMs = 2_000;

export function createPasswordGate(limit = defaultLimit): PasswordGate {
  let running = 0;
  return {
    async run(check) {
      if (running >= limit) throw new FaultError(fault('too_many_requests', { retryAfterMs }));
      running += 1;
      try {
        return await check();
      } finally {
        running -= 1;
      }
    },
  };
}
