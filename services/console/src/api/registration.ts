import { ask } from './client.ts';
import type { Credentials } from './sign-in.ts';

/** Makes the root user, where there is none. */
export function setUp(credentials: Credentials): Promise<void> {
  return ask('/api/setup', { method: 'POST', body: credentials });
}

/** Makes a user of whoever asks. With an address goes the code that was sent to it. */
export function register(user: Credentials & { email?: string; verification_code?: string }): Promise<void> {
  return ask('/api/user/register', { method: 'POST', body: user });
}

/** Sends a code to an address, to show that it is the caller's. */
export function sendEmailCode(email: string, language: string): Promise<void> {
  return ask('/api/verification', { query: { email, language } });
}

/** Sends what a new password is set with, if somebody has this address. */
export function sendResetCode(email: string, language: string): Promise<void> {
  return ask('/api/reset_password', { query: { email, language } });
}

export function resetPassword(body: { email: string; token: string; password: string }): Promise<void> {
  return ask('/api/user/reset', { method: 'POST', body });
}
