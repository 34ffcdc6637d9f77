import { invalid, isRecord, recordsIn, textIn } from '../json/read.ts';
import type { ScannedObject } from '../json/scan.ts';
import { readScanned } from '../json/scan-body.ts';

/** By which clients of Anthropic and of OpenRouter name models that may answer instead. */
const members = ['fallbacks', 'models'];

/** Tools by which the vendor asks another model before this one answers: Anthropic's `advisor_20260301`, OpenRouter's `openrouter:advisor`. */
const adviserType = /^(?:openrouter:)?advisor/;

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
  if (!mayHaveAdviser(body, scanned)) return;
  const model = readScanned(body, scanned, 'model');
  for (const { type, model: named, parameters } of recordsIn(readScanned(body, scanned, 'tools'))) {
    const adviser = named ?? (isRecord(parameters) ? parameters.model : undefined);
    if (adviserType.test(textIn(type)) && adviser !== model)
      throw invalid('tools', 'have an adviser that is another model, which is not served as this one');
  }
}

/** Tools of agents are long: they are parsed where the word stands in them, or may behind an escape. */
function mayHaveAdviser(body: Buffer, { members }: ScannedObject): boolean {
  const span = members.get('tools');
  const tools = body.subarray(span?.start ?? 0, span?.end ?? 0);
  return tools.includes('advisor') || tools.includes('\\u');
}
