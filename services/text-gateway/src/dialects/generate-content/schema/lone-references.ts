/**
 * JSON schema as the vendor reads it, which takes nothing beside a `$ref` but what begins with `$`, and looks for what is
 * referred to in `$defs` alone. Source: Gemini API reference, "GenerationConfig", `responseJsonSchema`.
 */
import { deepestSchema, mapInnerSchemas } from '../../../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** The former name of `$defs`, which schemas that are made from Zod's have. */
const formerly = '#/definitions/';

/** The same schema, in which what stood beside a reference stands beside a choice that has that reference alone. */
export function leaveReferencesAlone({ definitions, ...schema }: JsonRecord): JsonRecord {
  if (!isRecord(definitions)) return write(schema, 0);
  return write({ ...schema, $defs: { ...definitions, ...(isRecord(schema.$defs) && schema.$defs) } }, 0);
}

function write(schema: JsonRecord, depth: number): JsonRecord {
  if (depth > deepestSchema) return schema;
  const written = mapInnerSchemas(schema, (inner) => write(inner, depth + 1));
  const { $ref: named, ...others } = written;
  if (typeof named !== 'string') return written;
  const $ref = named.startsWith(formerly) ? `#/$defs/${named.slice(formerly.length)}` : named;
  const isAlone = Object.keys(others).every((name) => name.startsWith('$'));
  return isAlone ? { ...written, $ref } : { ...others, anyOf: [{ $ref }] };
}
