import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** What root says of the installation. */
export interface Options {
  about: string;
  /** Empty: any. */
  email_domains: string[];
  email_verification: boolean;
  home_page_content: string;
  /** A decimal number of US dollars. */
  new_user_quota_usd: string;
  notice: string;
  registration: boolean;
  server_address: string;
}

type Option = { [Key in keyof Options]: { key: Key; value: Options[Key] } }[keyof Options];

/** What holds where nothing was said. */
const none: Options = {
  about: '',
  email_domains: [],
  email_verification: false,
  home_page_content: '',
  new_user_quota_usd: '0',
  notice: '',
  registration: false,
  server_address: '',
};

export const optionsQuery = queryOptions({
  queryKey: ['options'],
  async queryFn({ signal }): Promise<Options> {
    const options = await ask<Option[]>('/api/option', { signal });
    return Object.assign({ ...none }, ...options.map(({ key, value }) => ({ [key]: value })));
  },
});

/**
 * Has changed, one by one, what a form has otherwise than when it began, or was sent last. What others change meanwhile is not
 * compared with: it stays. Nobody is let in before what is to hold for them is saved: any of it may be refused.
 */
export function createOptionsChanger(began: Options): (after: Partial<Options>) => Promise<void> {
  const known = new Map<string, unknown>(Object.entries(began));
  return async (after) => {
    for (const [key, value] of inOrder(after)) {
      if (JSON.stringify(known.get(key)) === JSON.stringify(value)) continue;
      // Without an answer it may be saved or not.
      known.delete(key);
      await ask('/api/option', { method: 'PUT', body: { key, value } });
      known.set(key, value);
    }
  };
}

/** Registration is opened last, and closed first. */
function inOrder({ registration, ...others }: Partial<Options>): [string, unknown][] {
  if (registration === undefined) return Object.entries(others);
  const opening: [string, unknown] = ['registration', registration];
  return registration ? [...Object.entries(others), opening] : [opening, ...Object.entries(others)];
}
