import type { Schema } from '../openapi/schema.ts';

const deepest = 8;

/** A value that a schema takes: its required members alone, with examples where there are some. */
export function sampleOf(schema: Schema, depth = 0): unknown {
  const {
    type,
    example,
    const: only,
    default: usual,
    enum: choices,
    properties = {},
    required = [],
  } = schema;
  const [value] = [example, only, usual, choices?.[0]].filter((known) => known !== undefined);
  if (value !== undefined) return value;
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (choice) return sampleOf(choice, depth);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => required.includes(name) && depth < deepest)
          .map(([name, member]) => [name, sampleOf(member, depth + 1)]),
      );
    case 'array':
      return schema.items && depth < deepest ? [sampleOf(schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return '...';
  }
}
