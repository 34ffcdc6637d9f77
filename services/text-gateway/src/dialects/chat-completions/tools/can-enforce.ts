import { deepestSchema, innerSchemasOf } from '../../../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';
import { isWithinLimits } from './is-within-limits.ts';

/** Source: OpenAI's guide "Structured outputs", on the schemas that are supported, and its SDK's `toStrictJsonSchema`. */
const taken: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', '$ref', '$defs', 'definitions', '$schema', 'title', 'description'],
]);
const formats: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);

/** What a pattern must not hold: its engine reads each character once. */
const looksAround = /\(\?<?[=!]/;

/**
 * Whether OpenAI can hold a model to a schema: it refuses the whole request that wants it of any other. Each object must name all of
 * its members, and demand each of them. Others enforce schemas with members that may be left out, and say more of a value.
 */
export function canEnforce(schema: JsonRecord): boolean {
  return isTaken(schema, 0) && isWithinLimits(schema);
}

function isTaken(schema: JsonRecord, depth: number): boolean {
  if (depth > deepestSchema) return false;
  const isItself = saysWhatItIs(schema) && Object.entries(schema).every(isTakenMember) && demandsAll(schema);
  return isItself && innerSchemasOf(schema).every((inner) => isTaken(inner, depth + 1));
}

function isTakenMember([name, value]: [string, unknown]): boolean {
  if (name === 'format') return formats.has(value);
  if (name === 'pattern') return !looksAround.test(String(value));
  return taken.has(name);
}

/** A reference must stand alone, but for what it leads to; a list must say of what it is one. */
function saysWhatItIs({ $ref, $defs: _defs, definitions: _definitions, ...own }: JsonRecord): boolean {
  if ($ref !== undefined) return Object.keys(own).length === 0;
  if (typesOf(own).includes('array') && !isRecord(own.items)) return false;
  return own.type !== undefined || own.anyOf !== undefined;
}

function demandsAll(schema: JsonRecord): boolean {
  const { properties, required, additionalProperties } = schema;
  if (!typesOf(schema).includes('object') && !isRecord(properties)) return true;
  const demanded = new Set<unknown>(Array.isArray(required) ? required : []);
  const names = isRecord(properties) ? Object.keys(properties) : [];
  return additionalProperties === false && names.every((name) => demanded.has(name));
}

function typesOf({ type }: JsonRecord): unknown[] {
  return [type].flat();
}
