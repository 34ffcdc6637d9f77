import { deepestSchema, mapInnerSchemas } from '../../../canon/schema/inner-schemas.ts';
import type { JsonRecord } from '../../../json/read.ts';

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
  if (depth > deepestSchema) return schema;
  const filled = mapInnerSchemas(schema, (inner) => fillLists(inner, depth + 1));
  const isList = [schema.type].flat().includes('array');
  return { ...filled, ...(isList && schema.items === undefined && { items: {} }) };
}
