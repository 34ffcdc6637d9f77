import { useQuery } from '@tanstack/react-query';
import { canUsePasskeys } from '../api/browser-passkeys.ts';
import { statusQuery } from '../api/status.ts';
import { type PasskeyPlace, placeOfPasskeys } from './passkey-place.ts';

/** Where this browser has passkeys for this gateway; undefined until that is known. */
export function usePasskeyPlace(): PasskeyPlace | undefined {
  const { data: site } = useQuery(statusQuery);
  if (!site) return undefined;
  return canUsePasskeys()
    ? placeOfPasskeys(site.passkey_origin, window.location.origin)
    : { kind: 'nowhere' };
}
