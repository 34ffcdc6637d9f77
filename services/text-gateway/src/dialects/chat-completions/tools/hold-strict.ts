import type { Losses } from '../../../canon/losses.ts';
import type { Tool } from '../../../canon/request.ts';
import { canEnforce } from './can-enforce.ts';
import { fillSchema } from './fill-schema.ts';

/** The tool, strict only where OpenAI would not refuse it for that. */
export function holdStrict(tool: Tool, losses: Losses): Tool {
  if (!tool.strict || !tool.schema || canEnforce(fillSchema(tool.schema))) return tool;
  losses.drop('strict');
  return { ...tool, strict: undefined };
}
