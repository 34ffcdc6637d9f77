/**
 * JSON schema as models take it that know only the vendor's own subset: an OpenAPI schema with types in capitals and
 * without references. What the subset lacks is left out: the schema then allows more than its author meant.
 */
import { schemaAt } from '../../../canon/schema/schema-at.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** References are written out, and could grow without end: past either bound a schema says little more than its type. */
const maxDepth = 16;
/** Of all schemas of a request together, as JSON. */
const maxCharacters = 1_000_000;

/** How much more the schemas of one request may take. */
export interface SubsetRoom {
  characters: number;
}

export const makeSubsetRoom = (): SubsetRoom => ({ characters: maxCharacters });

interface Scope {
  root: JsonRecord;
  room: SubsetRoom;
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

export function toSubset(schema: JsonRecord, room: SubsetRoom): JsonRecord {
  return write(schema, { root: schema, room }, 0);
}

function write(value: unknown, scope: Scope, depth: number): JsonRecord {
  if (!hasRoom(scope)) return writeType(value);
  const schema = merge(resolve(value, scope, 0), scope, 0);
  const types = typesOf(schema);
  const base: JsonRecord = {
    ...(types[0] !== undefined && types.length === 1 && { type: types[0].toUpperCase() }),
    ...Object.fromEntries(kept.filter((name) => name in schema).map((name) => [name, schema[name]])),
    ...(isNullable(schema, types) && { nullable: true }),
    ...writeFormat(schema, types[0]),
    ...writeWords(schema),
  };
  if (depth >= maxDepth || !hasRoom(scope)) return shallow(base);
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

function hasRoom({ room }: Scope): boolean {
  return room.characters > 0;
}

/** All that is said of a schema for which there is no room: a word. */
function writeType(value: unknown): JsonRecord {
  const [type, ...more] = isRecord(value) ? typesOf(value) : [];
  return type === undefined || more.length > 0 ? {} : shallow({ type: type.toUpperCase() });
}

/** Without what speaks of properties that are not written. */
function shallow({ required: _required, ...base }: JsonRecord): JsonRecord {
  return base.type === 'ARRAY' ? { ...base, items: { type: 'STRING' } } : base;
}

/** Follows references within the schema, as long as there is room for what they lead to. */
function resolve(value: unknown, scope: Scope, hops: number): JsonRecord {
  scope.room.characters -= sizeOf(value);
  if (!isRecord(value)) return {};
  if (typeof value.$ref !== 'string' || hops >= maxDepth || !hasRoom(scope)) return value;
  const { $ref, ...rest } = value;
  return { ...resolve(schemaAt(scope.root, $ref), scope, hops + 1), ...rest };
}

const holdsSchemas = new Set(['items', 'anyOf', 'oneOf', 'allOf', '$defs', 'definitions']);

/** Characters of a schema as JSON, without those of the schemas within it, which count where they are written. */
function sizeOf(value: unknown): number {
  if (!isRecord(value)) return 1;
  const { properties, ...members } = value;
  const said = Object.entries(members).filter(([name]) => !holdsSchemas.has(name));
  return JSON.stringify([said, Object.keys(recordOf(properties))]).length;
}

/** `allOf` as one schema. */
function merge({ allOf, ...schema }: JsonRecord, scope: Scope, depth: number): JsonRecord {
  if (!Array.isArray(allOf) || depth >= maxDepth) return schema;
  const parts = [schema];
  for (const part of allOf) {
    if (!hasRoom(scope)) break;
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
