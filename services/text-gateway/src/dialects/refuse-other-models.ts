import { invalid } from '../json/read.ts';
import type { ScannedObject } from '../json/scan.ts';
import { readScanned } from '../json/scan-body.ts';

/** By which clients of Anthropic and of OpenRouter name models that may answer instead. */
const members = ['fallbacks', 'models'];

/**
 * Throws a FaultError 400 where a body names further models: their answers would be billed as those of the one that is asked for,
 * and pass by the limits of the key. Channels may set them.
 */
export function refuseOtherModels(body: Buffer, scanned: ScannedObject): void {
  for (const name of members) {
    if (!scanned.members.has(name)) continue;
    const named = readScanned(body, scanned, name) ?? [];
    if (!Array.isArray(named) || named.length > 0)
      throw invalid(name, 'names other models, which are not served as this one');
  }
}
