import { randomBytes } from 'node:crypto';
import type { BrokerUser } from './start-broker.ts';

/** A secret in base64 as the environment has it while it is exchanged. */
export interface Rotation {
  current: string;
  next: string;
  previous: string;
}

export const drawSecret = (): Rotation => ({
  current: randomBytes(32).toString('base64'),
  next: '',
  previous: '',
});

/** First everybody is told of the next one, ... */
export function tellNext(secret: Rotation): void {
  secret.next = randomBytes(32).toString('base64');
}

/** ... then everybody uses it, and what was made with the previous one is still good; ... */
export function useNext(secret: Rotation): void {
  Object.assign(secret, { current: secret.next, next: '', previous: secret.current });
}

/** ... then that is not. */
export function forgetPrevious(secret: Rotation): void {
  secret.previous = '';
}

/** Its variables. */
export function variablesOf(name: string, { current, next, previous }: Rotation): Record<string, string> {
  return { [name]: current, [`${name}_NEXT`]: next, [`${name}_PREVIOUS`]: previous };
}

export const drawBrokerUser = (user: string): BrokerUser => ({
  user,
  password: randomBytes(12).toString('hex'),
});
