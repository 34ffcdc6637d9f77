import { invalid } from '../../json/read.ts';
import type { Tool } from '../request.ts';
import { ownNameOf } from './namespaces.ts';

/**
 * The tools that a client of OpenAI's protocols allows the model, of all that it declares: other vendors are told of these alone.
 * Throws a FaultError 400 where a name is no tool's, or there is none.
 *
 * @param names what the client calls them, as the list at `path` has them.
 */
export function allowTools(tools: readonly Tool[], names: readonly string[], path: string): Tool[] {
  if (names.length === 0) throw invalid(path, 'must name at least one tool');
  const wanted = new Set(names);
  const allowed = tools.filter((tool) => wanted.has(ownNameOf(tool)));
  const found = new Set(allowed.map(ownNameOf));
  const unknown = names.findIndex((name) => !found.has(name));
  if (unknown !== -1) throw invalid(`${path}[${unknown}]`, 'names none of the tools');
  return allowed;
}
