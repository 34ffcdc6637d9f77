import type { CanonRequest } from '../../../canon/request.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

const stepLength = 16;
const filler = 'x'.repeat(stepLength);

/**
 * Fills deltas up, so that whoever sees only the lengths of encrypted packets does not see those of words. As the
 * vendor does it unless the client says `stream_options.include_obfuscation: false`.
 */
export function createObfuscation({ extras }: CanonRequest): (members: JsonRecord) => JsonRecord {
  const options = extras.stream_options;
  if (isRecord(options) && options.include_obfuscation === false) return (members) => members;
  return (members) => {
    const { delta } = members;
    if (typeof delta !== 'string') return members;
    return { ...members, obfuscation: filler.slice(0, stepLength - (delta.length % stepLength)) };
  };
}
