import type { Losses } from '../canon/losses.ts';
import type { OutputFormat } from '../canon/request.ts';
import { deepestSchema, innerSchemasOf, mapInnerSchemas } from '../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../json/read.ts';
import { canEnforce } from './chat-completions/tools/can-enforce.ts';

type SchemaFormat = Extract<OutputFormat, { kind: 'schema' }>;

/**
 * The form of an answer as OpenAI's models are asked for it: they are held to a schema only where `strict` says so. Clients of vendors
 * that enforce every schema say nothing, neither of that nor that an object has no further members, of which those write none.
 */
export function askToEnforce(format: SchemaFormat, losses: Losses): SchemaFormat {
  if (!format.isEnforced) return format;
  const schema = closeObjects(format.schema);
  if (schema.anyOf === undefined && canEnforce(schema) && !isBounded(schema))
    return { ...format, schema, strict: true };
  losses.approximate('format');
  return format;
}

/** An object of which no member is named may have any. */
function closeObjects(schema: JsonRecord, depth = 0): JsonRecord {
  if (depth > deepestSchema) return schema;
  const closed = mapInnerSchemas(schema, (inner) => closeObjects(inner, depth + 1));
  const isOpen = isRecord(schema.properties) && schema.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** What Azure's deployments and older models of OpenAI's refuse in a schema that they are to enforce. */
const bounds = [
  ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems'],
];

/** Whether a value is bounded anywhere: as a hint, any of them takes that. */
function isBounded(schema: JsonRecord): boolean {
  return bounds.some((name) => schema[name] !== undefined) || innerSchemasOf(schema).some(isBounded);
}
