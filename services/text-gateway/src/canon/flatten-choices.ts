import { isRecord, type JsonRecord, recordsIn } from '../json/read.ts';
import type { Losses } from './losses.ts';

const unions = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The schema of a tool's arguments without the choices at its top, for vendors that refuse them there, and the whole request with
 * them. It allows what any of them allows: it has the members of all, and demands what each of them demands. What is lost
 * thereby is told to the model in words.
 */
export function flattenChoices(schema: JsonRecord, losses: Losses): JsonRecord {
  const { anyOf, oneOf, allOf, ...own } = schema;
  const asked = Object.fromEntries(unions.flatMap((name) => (schema[name] ? [[name, schema[name]]] : [])));
  if (Object.keys(asked).length === 0) return schema;
  losses.approximate('schema');
  const all = [own, ...recordsIn(allOf)];
  const choices = [...recordsIn(anyOf), ...recordsIn(oneOf)];
  const required = [
    ...all.flatMap(demandedBy),
    ...[anyOf, oneOf].flatMap((choice) => demandedByEach(recordsIn(choice))),
  ];
  const words = JSON.stringify(asked);
  const { description } = schema;
  return {
    ...own,
    description: typeof description === 'string' ? `${description}\n\n${words}` : words,
    properties: { ...membersOf(choices), ...membersOf(all) },
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** Of several schemas of one member, any. */
function membersOf(schemas: readonly JsonRecord[]): JsonRecord {
  const members = new Map<string, Map<string, unknown>>();
  for (const { properties } of schemas)
    for (const [name, schema] of Object.entries(isRecord(properties) ? properties : {})) {
      const known = members.get(name) ?? new Map();
      members.set(name, known.set(JSON.stringify(schema), schema));
    }
  return Object.fromEntries(
    [...members].map(([name, known]) => {
      const [one, ...others] = known.values();
      return [name, others.length === 0 ? one : { anyOf: [one, ...others] }];
    }),
  );
}

function demandedByEach([first, ...others]: readonly JsonRecord[]): unknown[] {
  return first
    ? demandedBy(first).filter((name) => others.every((one) => demandedBy(one).includes(name)))
    : [];
}

function demandedBy({ required }: JsonRecord): unknown[] {
  return Array.isArray(required) ? required : [];
}
