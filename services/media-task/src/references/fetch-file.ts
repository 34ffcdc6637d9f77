import type { AllowList } from '@headgate/runtime/outbound/allow-list';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createOpenHop } from '@headgate/runtime/outbound/open-hop';
import { type OpenTools, openPublic } from '@headgate/runtime/outbound/open-public';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import type { Reference } from '../families/wish.ts';
import { type ReadResult, readFile } from './read-file.ts';

/** Fetches one file that a client named. */
export type FetchFile = (
  url: string,
  kind: Reference['kind'],
  grow: (addedBytes: number) => boolean,
  signal: AbortSignal,
) => Promise<FetchResult>;

export type FetchResult =
  | ReadResult
  | { failure: 'bad_url' | 'not_public' | 'redirected' | 'bad_status' | 'too_late' | 'unreachable' };

/** Why there are no bytes: words for the client, which tell nothing of the networks that we can see. */
export const refusals = {
  bad_url: 'only http and https addresses without a user name, at ports 80 and 443, are fetched',
  not_public: 'its host has no public address',
  redirected: 'it redirects too often, or from https to http',
  bad_status: 'its host answered with an error',
  bad_type: 'it is not a file of a kind and type that is taken',
  too_large: 'it is too large',
  too_late: 'it did not come in time',
  unreachable: 'its host could not be reached, or broke off',
} as const;

/** @param tools of tests: they reach nobody's servers but their own. */
export function createFetchFile(
  allow: AllowList,
  egress: Egress,
  tools: OpenTools = {
    policy: createFetchPolicy(allow),
    resolve: resolveName,
    open: createOpenHop(egress),
  },
): FetchFile {
  return async (text, kind, grow, signal) => {
    const url = URL.parse(text);
    if (!url) return { failure: 'bad_url' };
    try {
      const opened = await openPublic(url, tools, { headersFor: () => ({}), signal });
      if ('failure' in opened) return opened;
      try {
        if (opened.answer.statusCode !== 200) return { failure: 'bad_status' };
        return await readFile(opened.answer.body, kind, grow);
      } finally {
        opened.close();
      }
    } catch {
      return { failure: signal.aborted ? 'too_late' : 'unreachable' };
    }
  };
}
