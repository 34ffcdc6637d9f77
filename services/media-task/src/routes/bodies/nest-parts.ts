import { refuse } from '../../families/refuse.ts';

/** What a name stands for: values, of which those of a list are nodes of their own, or the members of an object. */
class Node {
  readonly values: unknown[] = [];
  readonly members = new Map<string, Node>();
  isList = false;
}

/** More than any member has. */
const deepest = 8;

const nested = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;

/** `metadata[output_config][duration]` is three names, one within the other; SDKs write objects so. */
export function namesIn(name: string): [string, ...string[]] {
  const [, base = name, marks = ''] = nested.exec(name) ?? [];
  const names = [...marks.matchAll(/\[([^\]]*)\]/g)].map(([, within = '']) => within);
  if (names.length > deepest) refuse(base, `${base} is nested more deeply than ${deepest} levels.`);
  return [base, ...names];
}

/** The members that the parts of a form are. `images`, `images[]` and `images[0]` are the same list. */
export function nestParts(
  parts: readonly { names: readonly string[]; value: unknown }[],
): Record<string, unknown> {
  const root = new Node();
  for (const { names, value } of parts) names.reduce(enter, root).values.push(value);
  return Object.fromEntries([...root.members].map(([name, node]) => [name, toValue(node, name)]));
}

function enter(node: Node, name: string): Node {
  const within = new Node();
  if (/^\d*$/.test(name)) {
    node.isList = true;
    node.values.push(within);
    return within;
  }
  const known = node.members.get(name) ?? within;
  node.members.set(name, known);
  return known;
}

function toValue({ values, members, isList }: Node, name: string): unknown {
  if (members.size > 0) {
    if (values.length > 0) refuse(name, `${name} is given as a whole and by its members: it must be either.`);
    return Object.fromEntries([...members].map(([within, node]) => [within, toValue(node, name)]));
  }
  const list = values.map((value) => (value instanceof Node ? toValue(value, name) : value));
  return list.length > 1 || isList ? list : list[0];
}
