import { isRecord } from '../../../json/read.ts';
import type { ScannedObject } from '../../../json/scan.ts';
import { readScanned } from '../../../json/scan-body.ts';
import type { Edits } from '../../../json/splice.ts';
import { editWithin } from '../../../json/splice-within.ts';

/**
 * What changes in a Response object on its way to the client: the model's name where it was mapped, and in its usage
 * the totals under the names that chat completions give them, beside its own.
 */
export function responseEdits(bytes: Buffer, scanned: ScannedObject, model: string | undefined): Edits {
  const edits = new Map<string, string>();
  if (model !== undefined && scanned.members.has('model')) edits.set('model', JSON.stringify(model));
  const usage = editWithin(bytes, scanned, 'usage', (inner, members) => {
    const read = (name: string): unknown => readScanned(inner, members, name);
    return usageEdits(read('input_tokens'), read('output_tokens'));
  });
  if (usage) edits.set(...usage);
  return edits;
}

function usageEdits(input: unknown, output: unknown): Edits {
  const edits = new Map<string, string>();
  if (typeof input === 'number') edits.set('prompt_tokens', String(input));
  if (typeof output === 'number') edits.set('completion_tokens', String(output));
  return edits;
}

/** What an upstream says of a Response that failed; undefined for any other. */
export function failureOf(status: unknown, error: unknown): unknown {
  if (status !== 'failed') return undefined;
  return isRecord(error) ? error : { message: 'The upstream failed.' };
}
