import { parseJson } from '../../../json/parse.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Arguments as the object that they must be here, whatever the model wrote. */
export function readArgs(argsText: string): JsonRecord {
  if (argsText.trim() === '') return {};
  try {
    const args: unknown = parseJson(argsText);
    if (isRecord(args)) return args;
  } catch {
    // Not JSON: passed on as the text that it is.
  }
  return { _raw: argsText };
}
