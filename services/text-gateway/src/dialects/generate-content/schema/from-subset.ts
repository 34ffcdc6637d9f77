/** The vendor's own schemas, an OpenAPI subset with types in capitals, as JSON schema. */
import { orNull } from '../../../canon/schema/nullable.ts';
import { invalid, type JsonRecord, readArray, readRecord, textIn } from '../../../json/read.ts';
import { readMembers } from '../wire/members.ts';

/** Deeper schemas are refused by the vendor as well. */
const maxDepth = 64;

export function fromSubset(value: unknown, path: string, depth = 0): JsonRecord {
  if (depth > maxDepth) throw invalid(path, `is nested deeper than ${maxDepth} schemas`);
  const { type, nullable, properties, items, anyOf, propertyOrdering, ...rest } = readMembers(value, path);
  const read = (inner: unknown, name: string): JsonRecord => fromSubset(inner, `${path}.${name}`, depth + 1);
  const schema: JsonRecord = {
    ...readType(type),
    ...readRest(rest),
    ...(isPresent(properties) && {
      properties: Object.fromEntries(
        inOrder(readRecord(properties, `${path}.properties`), propertyOrdering).map(([name, property]) => [
          name,
          read(property, `properties.${name}`),
        ]),
      ),
    }),
    ...(isPresent(items) && { items: read(items, 'items') }),
    ...(isPresent(anyOf) && {
      anyOf: readArray(anyOf, `${path}.anyOf`).map((choice, at) => read(choice, `anyOf[${at}]`)),
    }),
  };
  return nullable === true ? orNull(schema) : schema;
}

/** The properties as they are to be written: other models keep to the order in which the schema has them. */
function inOrder(properties: JsonRecord, ordering: unknown): [name: string, property: unknown][] {
  const first: unknown[] = Array.isArray(ordering) ? ordering : [];
  const names = new Set([...first.map(textIn), ...Object.keys(properties)]);
  return [...names].filter((name) => Object.hasOwn(properties, name)).map((name) => [name, properties[name]]);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Clients that send JSON schema there, as LangChain does, may name several. */
function readType(type: unknown): JsonRecord {
  if (Array.isArray(type)) return { type: type.map((one) => textIn(one).toLowerCase()) };
  return typeof type === 'string' && type !== 'TYPE_UNSPECIFIED' ? { type: type.toLowerCase() } : {};
}

/** Counts are int64, which protobuf writes as strings. */
const counts = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'];

function readRest({ example, format, ...rest }: JsonRecord): JsonRecord {
  const members = Object.entries(rest).map(([name, value]) => [
    name,
    counts.includes(name) && typeof value === 'string' ? Number(value) : value,
  ]);
  return {
    ...Object.fromEntries(members),
    // Says no more than `enum` does.
    ...(isPresent(format) && format !== 'enum' && { format }),
    ...(isPresent(example) && { examples: [example] }),
  };
}
