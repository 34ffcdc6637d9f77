import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Members that hold a schema, a list of schemas or schemas by name. */
const single = ['items', 'not', 'additionalItems', 'contains'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', '$defs', 'definitions'];
/** A schema nested deeper is left as it is. */
const maxDepth = 64;

/** A schema that says of each object that it has no other members: the vendor takes no other. */
export function closeObjects(schema: JsonRecord, depth = 0): JsonRecord {
  if (depth > maxDepth) return schema;
  const close = (value: unknown): unknown => (isRecord(value) ? closeObjects(value, depth + 1) : value);
  const closed = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (single.includes(name)) return [name, close(value)];
    if (lists.includes(name) && Array.isArray(value)) return [name, value.map(close)];
    if (named.includes(name) && isRecord(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]))];
    return [name, value];
  });
  const isObject = schema.type === 'object' || isRecord(schema.properties);
  return {
    ...Object.fromEntries(closed),
    ...(isObject && schema.additionalProperties !== false && { additionalProperties: false }),
  };
}
