import { followChain, upstreamsOf } from '../../channels/chain.ts';
import { autoGroup } from '../../groups/store.ts';
import type { ChannelEntry } from '../document/channels.ts';
import type { Document } from '../document/document.ts';
import type { ModelEntry } from '../document/models.ts';
import { because } from './cause.ts';
import { formatPath, type Problem } from './problems.ts';

/** What is wrong with a document whose members are all well-formed, without a look at the database. */
export function findContradictions(document: Document): Problem[] {
  return [
    ...findReservedGroup(document),
    ...findRepeats('channels', 'name', document.channels, ({ name }) => name),
    ...findRepeats('users', 'username', document.users, ({ username }) => username),
    ...findRepeats('webhooks', 'name', document.webhooks, ({ name }) => name),
    ...findRepeats('sign_in.providers', 'slug', document.sign_in.providers, ({ slug }) => slug),
    ...Object.entries(document.models).flatMap(([name, entry]) => [
      ...findModelProblems(name, entry, ['models', name]),
    ]),
    ...document.channels.flatMap((channel, index) => findAliasProblems(channel, ['channels', index])),
  ];
}

function findReservedGroup({ groups }: Document): Problem[] {
  if (!Object.hasOwn(groups, autoGroup)) return [];
  const message = 'may not be declared: it stands for the auto_groups of the site';
  return [{ path: formatPath(['groups', autoGroup]), message }];
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
    return first === undefined ? [] : [{ path: formatPath([...section.split('.'), index, member]), message }];
  });
}

/** @param at where the entry stands, for the paths of problems. */
export function findModelProblems(name: string, entry: ModelEntry, at: readonly PropertyKey[]): Problem[] {
  return [
    ...findMissingBound(entry, at),
    ...findUncounted(entry, at),
    ...findFallbackProblems(name, entry, at),
  ];
}

/** A request reserves what it can cost before it starts: a model without a price could not be admitted. */
function findMissingBound(entry: ModelEntry, at: readonly PropertyKey[]): Problem[] {
  const { input, output, call, character, minute, second = {}, image = {}, image_output } = entry.price;
  const ofMedia = [...Object.values(second), ...Object.values(image)];
  const named = [input, output, image_output, call, character, minute?.input, minute?.output, ...ofMedia];
  if (named.some((price) => price !== undefined)) return [];
  const message = 'needs at least one of input, output, call, second, image, character and minute';
  return [{ path: formatPath([...at, 'price']), message, cause: because('price_empty') }];
}

/** Nobody tells how long a sound is that was made. One price of a minute for both directions names that of input. */
function findUncounted({ price: { minute } }: ModelEntry, at: readonly PropertyKey[]): Problem[] {
  if (minute?.output === undefined || minute.output === minute.input) return [];
  const message =
    'is billed to nobody, since minutes of sound that is made are not counted: use character or audio_output';
  const path = formatPath([...at, 'price', 'minute', 'output']);
  return [{ path, message, cause: because('minute_uncounted') }];
}

function findFallbackProblems(
  name: string,
  { fallbacks = [] }: ModelEntry,
  at: readonly PropertyKey[],
): Problem[] {
  return fallbacks.flatMap((fallback, index) => {
    const path = formatPath([...at, 'fallbacks', index]);
    if (fallback === name)
      return [{ path, message: 'is the model itself', cause: because('fallback_of_itself') }];
    if (fallbacks.indexOf(fallback) === index) return [];
    return [
      { path, message: `"${fallback}" is named twice`, cause: because('named_twice', { name: fallback }) },
    ];
  });
}

export function findAliasProblems(
  { models }: Pick<ChannelEntry, 'models'>,
  at: readonly PropertyKey[],
): Problem[] {
  const names = new Set<string>();
  const upstreamOf = upstreamsOf(models);
  return models.flatMap(({ name }, index): Problem[] => {
    const path = formatPath([...at, 'models', index]);
    const twice = because('named_twice', { name });
    if (names.has(name)) return [{ path, message: `"${name}" is named twice in this channel`, cause: twice }];
    names.add(name);
    const chain = followChain(upstreamOf, name);
    if (!isCycle(upstreamOf, chain)) return [];
    const message = `"${name}" is an alias of itself: ${[...chain, name].join(' -> ')}`;
    return [{ path, message, cause: because('alias_of_itself', { name }) }];
  });
}

/** Whether the end of a chain leads back to its beginning; a name served under itself is no alias. */
function isCycle(upstreamOf: ReadonlyMap<string, string>, chain: readonly string[]): boolean {
  return chain.length > 1 && upstreamOf.get(chain.at(-1) ?? '') === chain[0];
}
