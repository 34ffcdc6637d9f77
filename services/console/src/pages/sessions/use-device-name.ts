import type { Session } from '../../api/sessions.ts';
import { useWords } from '../../words/use-words.ts';
import { readDevice } from './device-name.ts';

/** What a session's device is called. */
export function useDeviceName(): (session: Pick<Session, 'user_agent'>) => string {
  const { t } = useWords();
  return ({ user_agent: userAgent }) => {
    const device = readDevice(userAgent);
    if (device) return t('sessions.deviceName', device);
    return userAgent.split(' ')[0] || t('sessions.unknownDevice');
  };
}
