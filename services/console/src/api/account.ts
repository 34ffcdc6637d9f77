import { ask } from './client.ts';
import type { Setting } from './user.ts';

export function changeDisplayName(name: string): Promise<void> {
  return ask('/api/user/self', { method: 'PUT', body: { display_name: name } });
}

/** Ends all other sessions. Who has no password yet has no present one to show. */
export function changePassword(password: string, present: string | undefined): Promise<void> {
  return ask('/api/user/self', { method: 'PUT', body: { password, original_password: present } });
}

/** With the code that was sent to the address. */
export function bindEmail(body: { email: string; code: string; password?: string }): Promise<void> {
  return ask('/api/user/email/bind', { method: 'POST', body });
}

/** What is left out stays as it is. */
export function changeSetting(setting: Setting): Promise<Setting> {
  return ask('/api/user/setting', { method: 'PUT', body: setting });
}

export function deleteSelf(password: string | undefined): Promise<void> {
  return ask('/api/user/self', { method: 'DELETE', body: { password } });
}
