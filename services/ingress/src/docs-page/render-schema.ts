import type { Schema } from '../openapi/schema.ts';
import { type Markup, markup, none } from './markup.ts';

/** What recurs is shown so many levels deep. */
const deepest = 6;

/** A schema as a list of its members. */
export function renderSchema(schema: Schema, depth = 0): Markup {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && depth < deepest) {
    const items = choices.map(
      (choice) => markup`<li>${typeOf(choice)}${renderSchema(choice, depth + 1)}</li>`,
    );
    return markup`<ul class="choices">${items}</ul>`;
  }
  if (schema.items) return renderSchema(schema.items, depth);
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0 || depth >= deepest) return none;
  const rows = members.map(([name, member]) => {
    const mark = schema.required?.includes(name) ? markup` <em>required</em>` : none;
    const words = member.description === undefined ? none : markup` <span>${member.description}</span>`;
    const inner = renderSchema(member, depth + 1);
    return markup`<li><code>${name}</code> <small>${typeOf(member)}</small>${mark}${words}${inner}</li>`;
  });
  return markup`<ul>${rows}</ul>`;
}

/** What a value is, in a few words. */
export function typeOf(schema: Schema): string {
  const { $ref, type, items, const: only, enum: choices } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (only !== undefined) return JSON.stringify(only);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (items) return `array of ${typeOf(items)}`;
  if (schema.anyOf || schema.oneOf) return 'one of';
  if (type === undefined) return 'anything';
  return Array.isArray(type) ? type.join(' | ') : type;
}
