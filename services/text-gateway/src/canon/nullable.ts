/** OpenAPI's `nullable`, which JSON schema does not know: OpenAI's clients write it, and its models follow it. */
import { isRecord, type JsonRecord } from '../json/read.ts';

/** Members that hold a schema, a list of schemas or schemas by name. */
const single = ['items', 'additionalItems', 'additionalProperties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', '$defs', 'definitions'];
/** A schema nested deeper is left as it is. */
const maxDepth = 64;

/** What binds a value where no `type` does. */
const binding = ['$ref', 'allOf', 'oneOf', 'enum', 'const'];

/** The same in JSON schema alone: whoever enforces that would never let a model say null. The whole of it is an object all the same. */
export function resolveNullable({ nullable, ...schema }: JsonRecord, depth = 0): JsonRecord {
  if (depth > maxDepth) return { ...schema, ...(nullable !== undefined && { nullable }) };
  const inner = (value: unknown): unknown => (isRecord(value) ? resolveNullable(value, depth + 1) : value);
  const members = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (single.includes(name)) return [name, inner(value)];
    if (lists.includes(name) && Array.isArray(value)) return [name, value.map(inner)];
    if (named.includes(name) && isRecord(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))];
    return [name, value];
  });
  const resolved = Object.fromEntries(members);
  return nullable === true && depth > 0 ? orNull(resolved) : resolved;
}

export function orNull(schema: JsonRecord): JsonRecord {
  const { type, anyOf, enum: words } = schema;
  if (Array.isArray(anyOf) && !anyOf.some((choice) => isRecord(choice) && choice.type === 'null')) {
    return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  }
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (type === undefined)
    return binding.some((name) => name in schema) ? { anyOf: [schema, { type: 'null' }] } : schema;
  if (types.includes('null')) return schema;
  const withNull = Array.isArray(words) && !words.includes(null) && { enum: [...words, null] };
  return { ...schema, type: [...types, 'null'], ...withNull };
}
