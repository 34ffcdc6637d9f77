import type { ScannedObject } from '../../../json/scan.ts';
import type { Edits } from '../../../json/splice.ts';

/** Puts the requested name in the place of the upstream's, where the model was mapped. */
export function versionEdits({ members }: ScannedObject, model: string | undefined): Edits {
  const isNamed = model !== undefined && members.has('modelVersion');
  return new Map(isNamed ? [['modelVersion', JSON.stringify(model)]] : []);
}
