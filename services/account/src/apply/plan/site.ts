import type { Site } from '../../site/store.ts';
import type { Document } from '../document/document.ts';
import { areAlike, type Shown, showMember } from './show-member.ts';

const defaults: Site = {
  name: 'Headgate',
  quotaDisplay: 'USD',
  usdRate: '7.3',
  customRate: '1',
  autoGroups: [],
};

export interface SitePlan {
  /** Absent when there is nothing to write. */
  changed: Site | undefined;
  final: Site;
  lines: string[];
}

/** A file without a site, or without one of its members, leaves it alone, pruning or not. */
export function planSite({ site }: Pick<Document, 'site'>, current: Site | undefined): SitePlan {
  const before = current ?? defaults;
  const final = {
    name: site?.name ?? before.name,
    quotaDisplay: site?.quota_display ?? before.quotaDisplay,
    usdRate: site?.usd_rate ?? before.usdRate,
    customRate: site?.custom_rate ?? before.customRate,
    autoGroups: site?.auto_groups ?? before.autoGroups,
  };
  const lines = [
    ...sayChange('name', before.name, final.name),
    ...sayChange('quota_display', before.quotaDisplay, final.quotaDisplay),
    ...sayChange('usd_rate', before.usdRate, final.usdRate),
    ...sayChange('custom_rate', before.customRate, final.customRate),
    ...sayChange('auto_groups', before.autoGroups, final.autoGroups),
  ];
  return { changed: lines.length > 0 ? final : undefined, final, lines };
}

function sayChange(member: string, from: Shown, to: Shown): string[] {
  return areAlike(from, to) ? [] : [`site: ${member} ${showMember(from)} -> ${showMember(to)}`];
}
