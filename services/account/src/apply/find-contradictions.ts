import type { ChannelEntry } from './document/channels.ts';
import type { Document } from './document/document.ts';
import { isMedia, type ModelEntry } from './document/models.ts';
import { formatPath, type Problem } from './problems.ts';

/** What is wrong with a document whose members are all well-formed, without a look at the database. */
export function findContradictions(document: Document): Problem[] {
  return [
    ...findRepeats('channels', 'name', document.channels, ({ name }) => name),
    ...findRepeats('users', 'username', document.users, ({ username }) => username),
    ...Object.entries(document.models).flatMap(([name, entry]) => findMissingBound(name, entry)),
    ...document.channels.flatMap((channel, index) => findAliasProblems(channel, index)),
  ];
}

/** Entries that are the same thing as an earlier one of their section. */
export function findRepeats<Entry>(
  section: string,
  member: string,
  entries: readonly Entry[],
  identify: (entry: Entry) => string,
): Problem[] {
  const firstAt = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const first = firstAt.get(identify(entry));
    if (first === undefined) firstAt.set(identify(entry), index);
    const message = `is the same as ${section}[${first}].${member}`;
    return first === undefined ? [] : [{ path: formatPath([section, index, member]), message }];
  });
}

/** Text requests reserve their worst case before they start: a model that has none could not be admitted. */
function findMissingBound(name: string, entry: ModelEntry): Problem[] {
  const { input, output, call } = entry.price;
  if (isMedia(entry) || input !== undefined || output !== undefined || call !== undefined) return [];
  return [
    { path: formatPath(['models', name, 'price']), message: 'needs at least one of input, output and call' },
  ];
}

function findAliasProblems({ models }: ChannelEntry, index: number): Problem[] {
  const problems: Problem[] = [];
  const upstreamOf = new Map<string, string>();
  models.forEach(({ name, upstream }, at) => {
    const path = formatPath(['channels', index, 'models', at]);
    if (upstreamOf.has(name)) problems.push({ path, message: `"${name}" is named twice in this channel` });
    else upstreamOf.set(name, upstream);
  });
  for (const [at, { name }] of models.entries()) {
    const path = formatPath(['channels', index, 'models', at]);
    if (isInCycle(upstreamOf, name)) problems.push({ path, message: `"${name}" is an alias of itself` });
  }
  return problems;
}

/** Follows aliases from `start`; a name served under itself is no alias. */
function isInCycle(upstreamOf: ReadonlyMap<string, string>, start: string): boolean {
  let current = start;
  for (let steps = 0; steps < upstreamOf.size; steps += 1) {
    const next = upstreamOf.get(current);
    if (next === undefined || next === current) return false;
    if (next === start) return true;
    current = next;
  }
  return false;
}
