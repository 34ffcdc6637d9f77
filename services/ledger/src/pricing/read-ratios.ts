import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Ratio } from './ratio.ts';
import { readRatio, refuse } from './read-decimal.ts';

/** Reads group ratios as they were sent. Throws a fault that names the row. */
export function readRatios(sent: readonly GroupRatio[]): Map<string, Ratio> {
  const ratios = new Map<string, Ratio>();
  for (const { group, ratio, models } of sent) {
    if (group === '') refuse('groups', 'A group ratio has no group.');
    if (ratios.has(group)) refuse(`groups.${group}`, `Group "${group}" has two ratios.`);
    const own = Object.entries(models).map(([model, text]) => {
      const what = `model "${model}" in group "${group}"`;
      return [model, readRatio(`groups.${group}.models.${model}`, what, text)] as const;
    });
    ratios.set(group, {
      base: readRatio(`groups.${group}`, `group "${group}"`, ratio),
      models: new Map(own),
    });
  }
  return ratios;
}
