import type { ApiSchema } from './api-document.ts';

/** A schema as a type of TypeScript. What it says nothing of is unknown. */
export function typeOf(schema: ApiSchema): string {
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return toReference($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (choices) return unite(choices.map((choice) => JSON.stringify(choice)));
  const several = anyOf ?? oneOf;
  if (several) return unite(several.map(typeOf));
  if (allOf) return allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(type)) return unite(type.map((one) => typeOf({ ...schema, type: one })));
  return typeOfKind(schema);
}

function typeOfKind(schema: ApiSchema): string {
  switch (schema.type) {
    case 'object':
      return typeOfObject(schema);
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
        : `(${typeOf(schema.items ?? {})})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function typeOfObject({ properties = {}, required = [], additionalProperties: more }: ApiSchema): string {
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${commentOf(member)}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(member)};`,
  );
  // Beside named members an index would have to be as wide as all of them.
  if (members.length > 0) return block(members);
  return more === false
    ? 'Record<string, never>'
    : `Record<string, ${typeof more === 'object' ? typeOf(more) : 'unknown'}>`;
}

/** Lines in braces, each level two spaces further in. */
export function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`;
}

function commentOf({ description }: ApiSchema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
}

function toReference(reference: string): string {
  const [name = ''] = reference.split('/').slice(-1);
  if (!reference.startsWith('#/components/schemas/'))
    throw new Error(`${reference} refers to what is no schema of the document: name it, or write it out`);
  return `components['schemas'][${JSON.stringify(name)}]`;
}

function unite(types: string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}
