import { isRecord, type JsonRecord, recordsIn } from '../json/read.ts';
import type { Losses } from './losses.ts';
import type { Tool } from './request.ts';

const unions = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * A tool without choices at the top of its schema, for vendors that refuse them there, and the whole request with them. The schema
 * allows what any of them allows: it has the members of all, and demands what each of them demands. What is lost thereby is
 * told to the model in words. Whether it can be enforced is to be asked of this schema, not of the tool's own.
 */
export function flattenChoices(tool: Tool, losses: Losses): Tool {
  const flat = tool.schema && flatten(tool.schema);
  if (flat === tool.schema) return tool;
  losses.approximate('schema');
  return { ...tool, schema: flat };
}

function flatten(schema: JsonRecord): JsonRecord {
  const { anyOf, oneOf, allOf, ...own } = schema;
  const asked = Object.fromEntries(unions.flatMap((name) => (schema[name] ? [[name, schema[name]]] : [])));
  if (Object.keys(asked).length === 0) return schema;
  const within = (list: unknown) => [...new Set(recordsIn(list).map((one) => follow(one, schema)))];
  const all = [own, ...within(allOf)];
  const [any, one] = [within(anyOf), within(oneOf)];
  const required = [...all.flatMap(demandedBy), ...demandedByEach(any), ...demandedByEach(one)];
  const words = JSON.stringify(asked);
  const { description } = schema;
  return {
    ...own,
    description: typeof description === 'string' ? `${description}\n\n${words}` : words,
    properties: { ...membersOf([...any, ...one]), ...membersOf(all) },
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

const reference = /^#\/(\$defs|definitions)\/([^/]+)$/;
const maxHops = 16;

/** What a choice refers to, as clients write one that has a name; the choice itself where it is none. */
function follow(choice: JsonRecord, root: JsonRecord, hops = 0): JsonRecord {
  const [, list = '', name = ''] = reference.exec(typeof choice.$ref === 'string' ? choice.$ref : '') ?? [];
  const known = root[list];
  const found = isRecord(known) && Object.hasOwn(known, name) ? known[name] : undefined;
  return isRecord(found) && hops < maxHops ? follow(found, root, hops + 1) : choice;
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

/** By sets: a body has room for a hundred thousand names, and for as many choices. */
function demandedByEach([first, ...others]: readonly JsonRecord[]): unknown[] {
  if (!first) return [];
  let demanded = new Set(demandedBy(first));
  for (const other of others) {
    demanded = new Set(demandedBy(other).filter((name) => demanded.has(name)));
  }
  return [...demanded];
}

function demandedBy({ required }: JsonRecord): unknown[] {
  return Array.isArray(required) ? required : [];
}
