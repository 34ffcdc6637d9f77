import type { Upstream } from '../upstream.ts';

/** Of a vendor that answers a create with what it made: there is nothing to ask for later. */
export const neverPolled: Pick<Upstream, 'poll'> = {
  poll: async () => ({ kind: 'missing' }),
};
