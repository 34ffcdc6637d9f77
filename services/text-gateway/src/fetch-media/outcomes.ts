/** Why something was not fetched, in words for the client. They tell nothing of the networks that we can see. */
export const refusals = {
  bad_url: 'only http and https addresses without a user name, at ports 80 and 443, are fetched',
  not_public: 'its host has no public address',
  redirected: 'it redirects too often, or from https to http',
  bad_status: 'its host answered with an error',
  bad_type: 'it is of a type that is not taken, or not what its type says',
  too_large: 'it is too large',
  too_much: 'the request holds too much that has to be fetched',
  too_late: 'it did not come in time',
  unreachable: 'its host could not be reached, or broke off',
} as const;

/** What became of a fetch. `busy`: this process fetches, or holds, as much as it may. `gone`: the client left. */
export type Failure = keyof typeof refusals | 'busy' | 'gone';
export type FetchOutcome = 'fetched' | Failure;

export interface Fetched {
  mediaType: string;
  base64: string;
}

export type FetchResult = Fetched | { failure: Failure };
