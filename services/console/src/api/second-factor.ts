import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** Whether a code of an app is asked for at sign-in. */
export interface SecondFactor {
  enabled: boolean;
  /** Too many codes were wrong. */
  locked: boolean;
  backup_codes_remaining: number;
}

/** Shown once. */
export interface NewSecondFactor {
  secret: string;
  /** An otpauth URI. */
  qr_code_data: string;
  backup_codes: string[];
}

export const secondFactorQuery = queryOptions({
  queryKey: ['user', 'second-factor'],
  queryFn: ({ signal }) => ask<SecondFactor>('/api/user/2fa/status', { signal }),
});

/** Refused as forbidden until it was confirmed who asks, where somebody has a passkey: see `useStepUp`. */
export function setUpSecondFactor(): Promise<NewSecondFactor> {
  return ask('/api/user/2fa/setup', { method: 'POST' });
}

export function enableSecondFactor(code: string): Promise<void> {
  return ask('/api/user/2fa/enable', { method: 'POST', body: { code } });
}

export function disableSecondFactor(code: string): Promise<void> {
  return ask('/api/user/2fa/disable', { method: 'POST', body: { code } });
}

export function renewBackupCodes(code: string): Promise<{ backup_codes: string[] }> {
  return ask('/api/user/2fa/backup_codes', { method: 'POST', body: { code } });
}
