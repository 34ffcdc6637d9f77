/** OpenAPI's `nullable`, which JSON schema does not know: OpenAI's clients write it, and its models follow it. */
import { isRecord, type JsonRecord } from '../../json/read.ts';
import { deepestSchema, mapInnerSchemas } from './inner-schemas.ts';

/** What binds a value where no `type` does. */
const binding = ['$ref', 'allOf', 'oneOf', 'enum', 'const'];

/** The same in JSON schema alone: whoever enforces that would never let a model say null. The whole of it is an object all the same. */
export function resolveNullable({ nullable, ...schema }: JsonRecord, depth = 0): JsonRecord {
  if (depth > deepestSchema) return { ...schema, ...(nullable !== undefined && { nullable }) };
  const resolved = mapInnerSchemas(schema, (inner) => resolveNullable(inner, depth + 1));
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
