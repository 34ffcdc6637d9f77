import { isIP } from 'node:net';
import { z } from 'zod';
import { because } from '../problems/cause.ts';

/** An IP address or a CIDR range. */
export const address = z.string().refine(isAddressOrRange, {
  message: 'must be an IP address or a range like 10.0.0.0/8',
  params: because('address_unfit'),
});

const mostBits: Record<number, number> = { 4: 32, 6: 128 };

function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/');
  const most = mostBits[isIP(ip)];
  if (most === undefined || rest.length > 0 || ip.includes('%')) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
