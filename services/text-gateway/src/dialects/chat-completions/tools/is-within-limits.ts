import { innerSchemasOf } from '../../../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** What a schema may hold that OpenAI enforces. Source: its guide "Structured outputs", on the schemas that are supported. */
const most = { levels: 10, members: 5_000, values: 1_000, characters: 120_000 };

/** Of a list of values that is longer than this, all texts together may have so many characters. */
const longList = { values: 250, characters: 15_000 };

type Size = typeof most;

/** Whether OpenAI takes a schema as large as this. The guide does not say what a level is: objects count here, and lists. */
export function isWithinLimits(schema: JsonRecord): boolean {
  const size: Size = { levels: 0, members: 0, values: 0, characters: 0 };
  if (!measure(schema, 0, size)) return false;
  const { levels, members, values, characters } = size;
  return (
    levels <= most.levels && members <= most.members && values <= most.values && characters <= most.characters
  );
}

/** Adds a schema to the size of that which it is within. False where a list of values is too long by itself. */
function measure(schema: JsonRecord, above: number, size: Size): boolean {
  const { type, properties, $defs, definitions } = schema;
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const characters = lengthOf(values);
  if (values.length > longList.values && characters > longList.characters) return false;
  const level = above + (['object', 'array'].some((one) => [type].flat().includes(one)) ? 1 : 0);
  size.levels = Math.max(size.levels, level);
  size.members += namesOf(properties).length;
  size.values += values.length;
  size.characters += characters + lengthOf([schema.const]);
  for (const named of [properties, $defs, definitions]) size.characters += lengthOf(namesOf(named));
  return innerSchemasOf(schema).every((inner) => measure(inner, level, size));
}

function namesOf(named: unknown): string[] {
  return isRecord(named) ? Object.keys(named) : [];
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
