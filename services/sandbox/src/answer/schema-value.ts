import { asRecord, type JsonRecord } from '../json-record.ts';

/** Below this depth only what a schema demands is filled in, so that a recursive schema ends. */
const fullDepth = 6;
/** A schema that demands itself has no finite value; below this depth null stands for it. */
const lastDepth = 24;

/**
 * A simple value that fits a JSON schema; `text` fills its strings. Knows what structured outputs allow: types
 * (in capitals too, as one vendor writes them), properties, required, items, enum, const, anyOf, oneOf, local
 * $ref and the usual bounds. Patterns are ignored.
 */
export function schemaValue(schema: unknown, text: string): unknown {
  return fill(schema, { root: asRecord(schema) ?? {}, text }, 0);
}

interface Setting {
  root: JsonRecord;
  text: string;
}

function fill(schema: unknown, setting: Setting, depth: number): unknown {
  const node = asRecord(schema);
  if (!node) return setting.text;
  if (depth > lastDepth) return null;
  if (typeof node.$ref === 'string') return fill(follow(node.$ref, setting.root), setting, depth + 1);
  if ('const' in node) return node.const;
  if (Array.isArray(node.enum)) return node.enum[0];
  const options = node.anyOf ?? node.oneOf ?? node.allOf;
  if (Array.isArray(options)) return fill(chooseOption(options, depth), setting, depth + 1);
  const type = typeOf(node, depth);
  const make = makers[type];
  return make ? make(node, setting, depth) : setting.text;
}

type Make = (node: JsonRecord, setting: Setting, depth: number) => unknown;

const makers: Record<string, Make> = {
  null: () => null,
  boolean: () => true,
  integer: (node) => Math.ceil(numberWithin(node)),
  number: (node) => numberWithin(node),
  string: (node, { text }) => stringWithin(node, text),
  array: (node, setting, depth) => {
    const least = typeof node.minItems === 'number' ? node.minItems : 0;
    const length = depth < fullDepth && node.maxItems !== 0 ? Math.max(least, 1) : least;
    return Array.from({ length }, () => fill(node.items, setting, depth + 1));
  },
  object: (node, setting, depth) => {
    const required = Array.isArray(node.required) ? node.required : [];
    const members = Object.entries(asRecord(node.properties) ?? {}).filter(
      ([name]) => depth < fullDepth || required.includes(name),
    );
    return Object.fromEntries(members.map(([name, member]) => [name, fill(member, setting, depth + 1)]));
  },
};

/** Deep down the null of a choice is taken, which is how recursive schemas say that they may end. */
function chooseOption(options: unknown[], depth: number): unknown {
  const end = depth < fullDepth ? undefined : options.find((option) => asRecord(option)?.type === 'null');
  return end ?? options[0];
}

function typeOf(node: JsonRecord, depth: number): string {
  if (Array.isArray(node.type)) {
    const types = node.type.filter((type): type is string => typeof type === 'string');
    const isEnd = depth >= fullDepth && types.includes('null');
    return isEnd ? 'null' : (types.find((type) => type !== 'null') ?? 'null');
  }
  if (typeof node.type === 'string') return node.type.toLowerCase();
  return asRecord(node.properties) ? 'object' : 'string';
}

function numberWithin(node: JsonRecord): number {
  const least = [
    ...(typeof node.minimum === 'number' ? [node.minimum] : []),
    ...(typeof node.exclusiveMinimum === 'number' ? [node.exclusiveMinimum + 1] : []),
  ];
  if (least.length > 0) return Math.max(...least);
  return typeof node.maximum === 'number' ? Math.min(1, node.maximum) : 1;
}

const formats: Record<string, string> = {
  date: '2024-01-01',
  time: '00:00:00Z',
  'date-time': '2024-01-01T00:00:00Z',
  email: 'user@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function stringWithin(node: JsonRecord, text: string): string {
  const fixed = typeof node.format === 'string' ? formats[node.format] : undefined;
  if (fixed !== undefined) return fixed;
  const least = typeof node.minLength === 'number' ? node.minLength : 0;
  const most = typeof node.maxLength === 'number' ? node.maxLength : Number.POSITIVE_INFINITY;
  return text.padEnd(least, '.').slice(0, most);
}

function follow(reference: string, root: JsonRecord): unknown {
  let node: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    node = asRecord(node)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
