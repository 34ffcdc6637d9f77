import { isRecord, type JsonRecord } from '../../json/read.ts';

/** Members of a JSON schema that hold a schema, a list of schemas or schemas by name. */
const single = ['items', 'additionalItems', 'additionalProperties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const named = ['properties', '$defs', 'definitions'];

/** Whoever walks through schemas leaves one that is nested deeper as it is. */
export const deepestSchema = 64;

/** The schema with others in place of those right within it. */
export function mapInnerSchemas(schema: JsonRecord, map: (inner: JsonRecord) => JsonRecord): JsonRecord {
  const mapOne = (value: unknown): unknown => (isRecord(value) ? map(value) : value);
  const mapMember = ([name, value]: [string, unknown]): [string, unknown] => {
    if (single.includes(name)) return [name, mapOne(value)];
    if (lists.includes(name) && Array.isArray(value)) return [name, value.map(mapOne)];
    if (named.includes(name) && isRecord(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapOne(one)]))];
    return [name, value];
  };
  return Object.fromEntries(Object.entries(schema).map(mapMember));
}

/** The schemas right within a schema. */
export function innerSchemasOf(schema: JsonRecord): JsonRecord[] {
  const inner: JsonRecord[] = [];
  mapInnerSchemas(schema, (one) => {
    inner.push(one);
    return one;
  });
  return inner;
}
