import type { TFunction } from 'i18next';
import { en } from './en.ts';

const { endings, usageSources } = en.logs;

/** How a request ended; what is unknown here as the API calls it. */
export function nameEnding(ending: string, t: TFunction): string {
  return isEnding(ending) ? t(`logs.endings.${ending}`) : ending;
}

/** The same of who counted what it used. */
export function nameUsageSource(source: string, t: TFunction): string {
  return isUsageSource(source) ? t(`logs.usageSources.${source}`) : source;
}

function isEnding(ending: string): ending is keyof typeof endings {
  return Object.hasOwn(endings, ending);
}

function isUsageSource(source: string): source is keyof typeof usageSources {
  return Object.hasOwn(usageSources, source);
}
