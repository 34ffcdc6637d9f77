import { DocumentError } from '../document/read-document.ts';
import { modelOf, type PriceFile } from './price-file.ts';

/**
 * The models whose names match one of the patterns, `*` standing for anything, with what they cost at service tiers; all of
 * them without patterns.
 */
export function selectModels(
  { models, skipped }: PriceFile,
  patterns: string | undefined,
): { models: PriceFile['models']; skipped: string[] } {
  const tests = patterns?.split(',').map(toExpression);
  const isWanted = ([name]: [string, unknown]): boolean =>
    tests?.some((test) => test.test(name) || test.test(modelOf(name))) ?? true;
  const wanted = Object.entries(models).filter(isWanted);
  const left = Object.entries(skipped).filter(isWanted);
  if (wanted.length === 0)
    throw new DocumentError(['it has no price for any of the models that are asked for']);
  return {
    models: Object.fromEntries(wanted),
    skipped: left.map(([name, why]) => `model ${name}: ${why}; left out`),
  };
}

function toExpression(pattern: string): RegExp {
  return new RegExp(`^${pattern.trim().split('*').map(RegExp.escape).join('.*')}$`);
}
