import type { Tool } from '../request.ts';

/** The tools that have a name: one, or none where a model made it up. */
export type FindTools = (name: string) => readonly Tool[];

/** Looks them up: an answer may call each of tens of thousands. */
export function createFindTools(tools: readonly Tool[]): FindTools {
  const byName = Map.groupBy(tools, ({ name }) => name);
  return (name) => byName.get(name) ?? [];
}
