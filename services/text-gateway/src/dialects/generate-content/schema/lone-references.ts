/**
 * JSON schema as the vendor reads it, which takes nothing beside a `$ref` but what begins with `$`, and looks for what is
 * referred to in `$defs` alone. Source: Gemini API reference, "GenerationConfig", `responseJsonSchema`.
 */
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Members that hold a schema, a list of schemas or schemas by name. */
const single = ['items', 'additionalProperties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', '$defs'];
/** A schema nested deeper is left as it is. */
const maxDepth = 64;

/** The former name of `$defs`, which schemas that are made from Zod's have. */
const formerly = '#/definitions/';

/** The same schema, in which what stood beside a reference stands beside a choice that has that reference alone. */
export function leaveReferencesAlone({ definitions, ...schema }: JsonRecord): JsonRecord {
  if (!isRecord(definitions)) return write(schema, 0);
  return write({ ...schema, $defs: { ...definitions, ...(isRecord(schema.$defs) && schema.$defs) } }, 0);
}

function write(schema: JsonRecord, depth: number): JsonRecord {
  if (depth > maxDepth) return schema;
  const inner = (value: unknown): unknown => (isRecord(value) ? write(value, depth + 1) : value);
  const members = Object.entries(schema).map(([name, value]): [string, unknown] => {
    if (single.includes(name)) return [name, inner(value)];
    if (lists.includes(name) && Array.isArray(value)) return [name, value.map(inner)];
    if (named.includes(name) && isRecord(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]))];
    if (name === '$ref' && typeof value === 'string' && value.startsWith(formerly))
      return [name, `#/$defs/${value.slice(formerly.length)}`];
    return [name, value];
  });
  const { $ref, ...others } = Object.fromEntries(members);
  const isAlone = Object.keys(others).every((name) => name.startsWith('$'));
  if (typeof $ref !== 'string' || isAlone) return Object.fromEntries(members);
  return { ...others, anyOf: [{ $ref }] };
}
