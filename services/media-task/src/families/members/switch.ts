import type { Fields } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

/** Yes or no, as a boolean or in a vendor's words, if it is there. */
export function readSwitch(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'enabled' || word === 'true') return true;
  if (word === 'disabled' || word === 'false') return false;
  return refuse(name, `${name} is ${show(value)}; it must be Enabled or Disabled.`);
}
