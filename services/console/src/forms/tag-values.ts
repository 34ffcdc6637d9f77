import type { TagChanges } from '../api/channel-batches.ts';

/** What is to become of all channels of a tag, as its form has it; what is empty stays as it is. */
export interface TagValues extends Record<string, unknown> {
  tag: string;
  models: string[];
  groups: string[];
  priority: number | string;
  weight: number | string;
}

/** What the form says, in the words of the API; undefined where it changes nothing. */
export function toTagChanges(known: string, values: TagValues): TagChanges | undefined {
  const { models, groups, priority, weight } = values;
  const tag = values.tag.trim();
  const changes: TagChanges = {
    ...(tag !== known && { new_tag: tag }),
    ...(models.length > 0 && { models }),
    ...(groups.length > 0 && { groups }),
    ...(priority !== '' && { priority: Number(priority) }),
    ...(weight !== '' && { weight: Number(weight) }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
