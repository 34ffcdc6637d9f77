import type { Link } from './link/link.ts';
import type { SharingCounts } from './sharing-counts.ts';

/** How the sharing of limits goes, for metrics. */
export interface Sharing {
  link: Pick<Link, 'isJoined' | 'replicas'>;
  counts: Readonly<SharingCounts>;
}
