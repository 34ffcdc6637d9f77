import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse, refuseInWords } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { longestName, name as nameSchema } from '../words.ts';
import { fromEntry, toEntry } from './entry.ts';
import { checkKeys, type NewChannel, readKeys } from './fields.ts';
import { findChannel, requireKeys } from './find.ts';

/** `batch` makes a channel for each key, `multi_to_single` one that has them all. */
export type MakeMode = 'single' | 'batch' | 'multi_to_single';

export async function makeChannels(
  context: Context,
  act: Act<User>,
  mode: MakeMode,
  { key, ...entry }: NewChannel,
): Promise<bigint[]> {
  if (key !== undefined && entry.keys.length > 0) refuse('channel_keys_twice', 'key');
  const keys =
    key === undefined || key.trim() === ''
      ? entry.keys
      : mode === 'single'
        ? checkKeys([key])
        : readKeys(key);
  const isBatch = mode === 'batch' && keys.length > 1;
  let names: string[] = [];
  const after = await changeCatalog(context, act, ({ channels }) => {
    const taken = new Set(channels.map(({ name }) => name));
    names = isBatch ? numberedNames(entry.name, keys.length, taken).map(checkName) : [entry.name];
    const entries = names.map((name, at) => ({
      ...entry,
      name,
      keys: isBatch ? keys.slice(at, at + 1) : keys,
    }));
    return { channels: entries.map((one) => fromEntry(one, undefined, ['channel'])) };
  });
  return names.flatMap((name) =>
    after.channels.filter((channel) => channel.name === name).map(({ id }) => id),
  );
}

/** A further channel like another, credentials included. It is off until somebody has looked at it. */
export async function copyChannel(
  context: Context,
  act: Act<User>,
  id: bigint,
  suffix: string,
): Promise<bigint> {
  let copiedName = '';
  const after = await changeCatalog(context, act, ({ channels }) => {
    const original = requireKeys(findChannel(channels, id));
    const taken = new Set(channels.map(({ name }) => name));
    copiedName = nameCopy(original.name, suffix, taken);
    const entry = { ...toEntry(original, original.keys), name: checkName(copiedName), enabled: false };
    const { disabledKeys } = original;
    return { channels: [{ ...fromEntry(entry, undefined), disabledKeys }] };
  });
  const copied = after.channels.find(({ name }) => name === copiedName);
  return copied?.id ?? refuse('channel_copy_gone');
}

/** The name with what says that it is a copy, numbered where that is taken; of a long name the end makes room. */
function nameCopy(name: string, suffix: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const end = number === 0 ? suffix : `${suffix} ${number}`;
    // No half of a character is left at the end.
    const start = name.slice(0, longestName - end.length).replace(/[\uD800-\uDBFF]$/, '');
    if (!taken.has(start + end)) return start + end;
  }
}

/** Refuses a name that was made of another where nobody could give it. */
function checkName(made: string): string {
  const { success, error } = nameSchema.safeParse(made);
  return success ? made : refuseInWords(`name: "${made}" ${error.issues[0]?.message}`, 'name');
}

function numberedNames(name: string, count: number, taken: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const numbered = `${name} ${number}`;
    if (!taken.has(numbered)) names.push(numbered);
  }
  return names;
}
