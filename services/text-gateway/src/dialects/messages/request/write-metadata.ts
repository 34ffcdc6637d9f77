import { hash } from 'node:crypto';
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';

/** What the vendor takes for the address or the number of a person, which it refuses: it wants a hash instead. */
const personal = /@|^\+?[\d\s().-]{7,}$/;
const maxLength = 256;

/** The client's name for whoever it asks for. */
export function writeMetadata({ endUser }: CanonRequest, losses: Losses): JsonRecord | undefined {
  if (endUser === undefined) return undefined;
  if (endUser.length <= maxLength && !personal.test(endUser)) return { user_id: endUser };
  losses.approximate('endUser');
  return { user_id: hash('sha256', endUser, 'hex') };
}
