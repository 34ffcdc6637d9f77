import { deepestSchema, innerSchemasOf } from '../../../canon/schema/inner-schemas.ts';
import { schemaAt } from '../../../canon/schema/schema-at.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Whether the vendor can hold an answer to a schema, once that is written as one that it enforces. */
export function canEnforce(schema: JsonRecord): boolean {
  return !holdsMap(schema) && !isRecursive(schema);
}

/**
 * Whether an object may have members that nobody names. Closed, as the vendor demands it of what it enforces, it would be one
 * without them: always empty, where none is named at all.
 */
function holdsMap(schema: JsonRecord, depth = 0): boolean {
  if (depth > deepestSchema) return false;
  return isMap(schema) || innerSchemasOf(schema).some((inner) => holdsMap(inner, depth + 1));
}

function isMap({ type, properties, patternProperties, additionalProperties: others }: JsonRecord): boolean {
  const isObject = [type].flat().includes('object') || isRecord(properties);
  const namesNone = !isRecord(properties) || Object.keys(properties).length === 0;
  return isRecord(patternProperties) || isRecord(others) || (isObject && namesNone && others !== false);
}

/**
 * Whether a schema leads back to itself, or goes on for so long that nobody can tell: the vendor refuses the whole request that
 * wants it enforced. Source: Claude API, "Structured outputs", on the limits of schemas.
 */
export function isRecursive(schema: JsonRecord): boolean {
  return leadsBack(schema, { root: schema, open: new Set(), done: new Set() });
}

interface Walk {
  root: JsonRecord;
  /** The schemas on the way to where the walk is. */
  open: Set<JsonRecord>;
  /** Those that are known to end. */
  done: Set<JsonRecord>;
}

function leadsBack(schema: JsonRecord, { root, open, done }: Walk): boolean {
  if (open.has(schema) || open.size > deepestSchema) return true;
  if (done.has(schema)) return false;
  open.add(schema);
  const referred = typeof schema.$ref === 'string' ? schemaAt(root, schema.$ref) : undefined;
  const next = [...innerSchemasOf(schema), referred].filter(isRecord);
  const isBack = next.some((one) => leadsBack(one, { root, open, done }));
  open.delete(schema);
  done.add(schema);
  return isBack;
}
