import type { JsonRecord } from '../json-record.ts';

/** An answer as it goes out. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export function jsonReply(status: number, json: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

/** The member at a path like `task.status`, set, or removed where `value` is undefined. */
function withMember(json: JsonRecord, path: string, value: unknown): JsonRecord {
  const [name = '', ...rest] = path.split('.');
  const { [name]: member, ...others } = json;
  if (rest.length === 0) return value === undefined ? others : { ...json, [name]: value };
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return json;
  return { ...json, [name]: withMember({ ...member }, rest.join('.'), value) };
}

/** The same for each of several paths. */
export function withMembers(json: JsonRecord, paths: string | readonly string[], value: unknown): JsonRecord {
  return [paths].flat().reduce((soFar, path) => withMember(soFar, path, value), json);
}
