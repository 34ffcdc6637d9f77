import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Members that hold a schema, a list of schemas or schemas by name. */
const single = ['items', 'additionalProperties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', '$defs', 'definitions'];
/** Deeper than the vendor takes. */
const maxDepth = 64;

/**
 * The schema of a tool's arguments with what OpenAI demands and others leave out: the members of the object itself, and of each
 * list what it is one of. It allows the same.
 */
export function fillSchema(schema: JsonRecord): JsonRecord {
  const filled = fillLists(schema, 0);
  return {
    ...filled,
    ...(filled.type === undefined && { type: 'object' }),
    ...(filled.properties === undefined && { properties: {} }),
  };
}

function fillLists(schema: JsonRecord, depth: number): JsonRecord {
  if (depth > maxDepth) return schema;
  const inner = (value: unknown): unknown => (isRecord(value) ? fillLists(value, depth + 1) : value);
  const members = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (single.includes(name)) return [name, inner(value)];
    if (lists.includes(name) && Array.isArray(value)) return [name, value.map(inner)];
    if (named.includes(name) && isRecord(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))];
    return [name, value];
  });
  const isList = [schema.type].flat().includes('array');
  return { ...Object.fromEntries(members), ...(isList && schema.items === undefined && { items: {} }) };
}
