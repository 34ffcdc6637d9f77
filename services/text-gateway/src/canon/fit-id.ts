import { hash } from 'node:crypto';

/** An id as it is where it is no longer than a vendor takes; a longer one is replaced, the same way each time. */
export function fitId(id: string, maxLength: number): string {
  return id.length <= maxLength ? id : hash('sha256', id, 'hex').slice(0, maxLength);
}

/** The longest name of whoever asks that every service takes which has OpenAI's member for it. */
const maxEndUser = 64;

/** Names by other vendors' rules may be longer: some clients put a whole object in it. */
export function fitEndUser(endUser: string): string {
  return fitId(endUser, maxEndUser);
}
