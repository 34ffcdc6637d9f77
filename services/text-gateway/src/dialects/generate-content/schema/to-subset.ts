/**
 * JSON schema as models take it that know only the vendor's own subset: an OpenAPI schema with types in capitals and
 * without references. What the subset lacks is left out: the schema then allows more than its author meant.
 */
import { schemaAt } from '../../../canon/schema-at.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** References are written out, and could grow without end: past either bound a schema says little more than its type. */
const maxDepth = 16;
/** Of all schemas together: their words, properties, and values of an `enum`. */
const maxMembers = 20_000;

interface Scope {
  root: JsonRecord;
  /** How many more members may be written. */
  left: number;
}

const kept = [
  'description',
  'required',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'nullable',
];

export function toSubset(schema: JsonRecord): JsonRecord {
  return write(schema, { root: schema, left: maxMembers }, 0);
}

function write(value: unknown, scope: Scope, depth: number): JsonRecord {
  const schema = merge(resolve(value, scope, 0), scope, 0);
  const types = typesOf(schema);
  const base: JsonRecord = {
    ...(types[0] !== undefined && types.length === 1 && { type: types[0].toUpperCase() }),
    ...Object.fromEntries(kept.filter((name) => name in schema).map((name) => [name, schema[name]])),
    ...(isNullable(schema, types) && { nullable: true }),
    ...writeFormat(schema, types[0]),
    ...writeWords(schema),
  };
  if (depth >= maxDepth || scope.left <= 0) return shallow(base);
  const inner = (child: unknown): JsonRecord => write(child, scope, depth + 1);
  const choices = choicesOf(schema, types);
  return {
    ...base,
    ...(isRecord(schema.properties) &&
      Object.keys(schema.properties).length > 0 && {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, child]) => [name, inner(child)]),
        ),
        // Models before 2.5 write them by the alphabet otherwise. Source: Gemini API, "Structured outputs".
        propertyOrdering: Object.keys(schema.properties),
      }),
    // The vendor refuses an array that does not say of what.
    ...(types[0] === 'array' && { items: isRecord(schema.items) ? inner(schema.items) : { type: 'STRING' } }),
    ...(choices.length > 0 && { anyOf: choices.map(inner) }),
  };
}

/** Without what speaks of properties that are not written. */
function shallow({ required: _required, ...base }: JsonRecord): JsonRecord {
  return base.type === 'ARRAY' ? { ...base, items: { type: 'STRING' } } : base;
}

/** Follows references within the schema, as long as there is room for what they lead to. */
function resolve(value: unknown, scope: Scope, hops: number): JsonRecord {
  const hasRoom = scope.left > 0;
  scope.left -= membersOf(value);
  if (!isRecord(value)) return {};
  if (typeof value.$ref !== 'string' || hops >= maxDepth || !hasRoom) return value;
  const { $ref, ...rest } = value;
  return { ...resolve(schemaAt(scope.root, $ref), scope, hops + 1), ...rest };
}

function membersOf(value: unknown): number {
  if (!isRecord(value)) return 1;
  const { properties, required, enum: words } = value;
  const inner = Object.keys(recordOf(properties)).length + listOf(required).length + listOf(words).length;
  return 1 + Object.keys(value).length + inner;
}

/** `allOf` as one schema. */
function merge({ allOf, ...schema }: JsonRecord, scope: Scope, depth: number): JsonRecord {
  if (!Array.isArray(allOf) || depth >= maxDepth) return schema;
  const parts = [schema];
  for (const part of allOf) {
    if (scope.left <= 0) break;
    parts.push(merge(resolve(part, scope, 0), scope, depth + 1));
  }
  return join(parts);
}

/** What several say of the same is what the first of them says. */
function join(parts: readonly JsonRecord[]): JsonRecord {
  const backwards = parts.toReversed();
  const properties = Object.fromEntries(
    backwards.flatMap((part) => Object.entries(recordOf(part.properties))),
  );
  const required = [...new Set(parts.flatMap((part) => listOf(part.required)))];
  return {
    ...Object.fromEntries(backwards.flatMap(Object.entries)),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function typesOf({ type }: JsonRecord): string[] {
  return listOf(Array.isArray(type) ? type : [type])
    .filter((word) => typeof word === 'string')
    .filter((word) => word !== 'null');
}

function isNullable({ type, nullable, anyOf, oneOf }: JsonRecord, types: readonly string[]): boolean {
  const isWord = types.length > 0 && listOf(type).includes('null');
  return nullable === true || isWord || listOf(anyOf ?? oneOf).some(isNull);
}

function isNull(choice: unknown): boolean {
  return isRecord(choice) && choice.type === 'null';
}

function choicesOf(
  { anyOf, oneOf, type: _type, ...schema }: JsonRecord,
  types: readonly string[],
): unknown[] {
  const choices = listOf(anyOf ?? oneOf).filter((choice) => !isNull(choice));
  if (choices.length > 0 || types.length < 2) return choices;
  return types.map((type) => ({ ...pick(schema, ['properties', 'items', 'required']), type }));
}

/** The vendor takes words for strings alone. */
function writeWords({ enum: words, const: word }: JsonRecord): JsonRecord {
  const all = word === undefined ? listOf(words) : [word];
  const texts = all.filter((text) => typeof text === 'string');
  return texts.length > 0 && texts.length + Number(all.includes(null)) === all.length
    ? { type: 'STRING', format: 'enum', enum: texts }
    : {};
}

function writeFormat({ format }: JsonRecord, type: string | undefined): JsonRecord {
  const isKept = type === 'string' ? format === 'date-time' : typeof format === 'string';
  return isKept ? { format } : {};
}

function pick(record: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}
