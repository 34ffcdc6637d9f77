import { flattenChoices } from '../../../canon/flatten-choices.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Tool } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { isRecursive } from './can-enforce.ts';
import { toStrictSchema } from './to-strict-schema.ts';

export interface WrittenSchema {
  schema: JsonRecord;
  strict?: boolean | undefined;
}

/** The schema of a tool's arguments, without choices at its top, which the vendor refuses. What is enforced is held to what can be. */
export function writeSchema(tool: Tool, hasStrictSchemas: boolean, losses: Losses): WrittenSchema {
  const { schema, strict } = flattenChoices(tool, losses);
  const said = { ...schema, type: 'object' };
  if (!strict) return { schema: said, ...(hasStrictSchemas && { strict }) };
  if (!hasStrictSchemas || isRecursive(said)) {
    losses.drop('strict');
    return { schema: said };
  }
  const enforced = toStrictSchema(said);
  if (JSON.stringify(enforced) !== JSON.stringify(said)) losses.approximate('schema');
  return { schema: enforced, strict };
}
