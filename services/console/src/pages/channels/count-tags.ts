export interface CountedTag {
  tag: string;
  /** How many channels have it, and how many of them are on. */
  count: number;
  on: number;
}

/** The tags of channels, by their names. */
export function countTags(channels: readonly { tag: string; enabled: boolean }[]): CountedTag[] {
  const tags = new Map<string, CountedTag>();
  for (const { tag, enabled } of channels) {
    if (tag === '') continue;
    const { count, on } = tags.get(tag) ?? { count: 0, on: 0 };
    tags.set(tag, { tag, count: count + 1, on: on + (enabled ? 1 : 0) });
  }
  return [...tags.values()].sort((one, other) => one.tag.localeCompare(other.tag));
}
