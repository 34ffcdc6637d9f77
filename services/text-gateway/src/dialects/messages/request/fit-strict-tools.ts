/**
 * What the vendor enforces of one request, of its strict tools and the form of its answer together; it refuses more. Source: Claude
 * API, "Structured outputs", on the limits of complexity.
 */
import { flattenChoices } from '../../../canon/flatten-choices.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Tool } from '../../../canon/request.ts';
import { deepestSchema, innerSchemasOf } from '../../../canon/schema/inner-schemas.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

interface Size {
  tools: number;
  /** Members that may be left out. */
  optional: number;
  /** Schemas of one type or another, as everything is that may be null. */
  unions: number;
}

const most: Size = { tools: 20, optional: 24, unions: 16 };

/** The tools, of which the first stay strict, as many as are enforced beside an answer of this schema. */
export function fitStrictTools(
  tools: readonly Tool[],
  answer: JsonRecord | undefined,
  losses: Losses,
): Tool[] {
  let taken = answer ? sizeOf(answer) : none;
  return tools.map((tool) => {
    if (!tool.strict) return tool;
    const { schema = {} } = flattenChoices(tool, losses);
    const wanted = sum([taken, { ...sizeOf(schema), tools: 1 }]);
    if (!isWithin(wanted)) {
      losses.drop('strict');
      return { ...tool, strict: undefined };
    }
    taken = wanted;
    return tool;
  });
}

export function isTooLarge(schema: JsonRecord): boolean {
  return !isWithin(sizeOf(schema));
}

function isWithin({ tools, optional, unions }: Size): boolean {
  return tools <= most.tools && optional <= most.optional && unions <= most.unions;
}

function sizeOf(schema: JsonRecord, depth = 0): Size {
  if (depth > deepestSchema) return none;
  const { type, anyOf, oneOf, properties, required } = schema;
  const demanded = new Set<unknown>(Array.isArray(required) ? required : []);
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const isUnion = [anyOf, oneOf].some(Array.isArray) || (Array.isArray(type) && type.length > 1);
  const own = {
    tools: 0,
    optional: names.filter((name) => !demanded.has(name)).length,
    unions: Number(isUnion),
  };
  return sum([own, ...innerSchemasOf(schema).map((inner) => sizeOf(inner, depth + 1))]);
}

const none: Size = { tools: 0, optional: 0, unions: 0 };

function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (all, { tools, optional, unions }) => ({
      tools: all.tools + tools,
      optional: all.optional + optional,
      unions: all.unions + unions,
    }),
    none,
  );
}
