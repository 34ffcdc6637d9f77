import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';

/** What stands in `ExtInfo`: JSON in a string, whose `AdditionalParameters` is JSON in a string once more. Null when not. */
export function readExtInfo(text: unknown): JsonRecord | null {
  if (text === undefined || text === null || text === '') return {};
  const outer = asRecord(parseJson(String(text)));
  if (!outer) return null;
  const { AdditionalParameters: inner } = outer;
  if (inner === undefined) return outer;
  return typeof inner === 'string' ? asRecord(parseJson(inner)) : null;
}
