import { deepestSchema, mapInnerSchemas } from '../../../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** What the vendor refuses to enforce. Source: Claude API, "Structured outputs", on the limits of schemas, and its SDK. */
const refused: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['dependentRequired', 'dependentSchemas', 'not', 'if', 'then', 'else', 'unevaluatedItems'],
]);
const formats: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
]);

function isTaken([name, value]: [string, unknown]): boolean {
  if (name === 'format') return formats.has(value);
  if (name === 'minItems') return value === 0 || value === 1;
  return !refused.has(name);
}

/**
 * A schema that the vendor enforces: one that says of each object that it has no other members. What cannot be enforced is
 * told to the model in words.
 */
export function toStrictSchema({ $schema: _dialect, ...schema }: JsonRecord, depth = 0): JsonRecord {
  if (depth > deepestSchema) return schema;
  const members = Object.entries(schema).filter(([name]) => name !== 'type' || !isToldByWords(schema));
  const untaken = members.filter((member) => !isTaken(member));
  const taken = members.filter(isTaken).map(([name, value]) => [nameOf(name, schema), value]);
  const strict = mapInnerSchemas(Object.fromEntries(taken), (inner) => toStrictSchema(inner, depth + 1));
  const isObject = schema.type === 'object' || isRecord(schema.properties);
  return {
    ...strict,
    ...(untaken.length > 0 && { description: describe(schema.description, untaken) }),
    ...(isObject && schema.additionalProperties !== false && { additionalProperties: false }),
  };
}

/** The vendor refuses words beside several types, although each is of one of them. */
function isToldByWords({ type, enum: words }: JsonRecord): boolean {
  return Array.isArray(type) && Array.isArray(words);
}

/** One of several is enforced as any of them. */
function nameOf(name: string, { anyOf }: JsonRecord): string {
  return name === 'oneOf' && anyOf === undefined ? 'anyOf' : name;
}

function describe(description: unknown, untaken: readonly [string, unknown][]): string {
  const words = JSON.stringify(Object.fromEntries(untaken));
  return typeof description === 'string' && description !== '' ? `${description}\n\n${words}` : words;
}
