import type { Site } from '../../site/store.ts';
import type { Document } from '../document/document.ts';

const defaults: Site = { name: 'Headgate', quotaDisplay: 'USD' };

export interface SitePlan {
  /** Absent when there is nothing to write. */
  changed: Site | undefined;
  lines: string[];
}

/** A file without a site leaves it alone, pruning or not: there is nothing to remove. */
export function planSite({ site }: Document, current: Site | undefined): SitePlan {
  if (!site) return { changed: undefined, lines: [] };
  const before = current ?? defaults;
  const after = { name: site.name ?? before.name, quotaDisplay: site.quota_display ?? before.quotaDisplay };
  const lines = [
    ...(before.name === after.name ? [] : [`site: name ${before.name} -> ${after.name}`]),
    ...(before.quotaDisplay === after.quotaDisplay
      ? []
      : [`site: quota_display ${before.quotaDisplay} -> ${after.quotaDisplay}`]),
  ];
  return { changed: lines.length > 0 ? after : undefined, lines };
}
