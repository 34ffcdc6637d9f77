import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, Tool, Turn } from '../../../canon/request.ts';
import { asFunction } from '../../../canon/tools/freeform/as-function.ts';
import { toolNames } from '../../../canon/turns.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { writeSchema } from '../../messages/request/write-schema.ts';
import { writeCache } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';

/** Undefined where no tool is offered and none was ever called. */
export function writeTools(
  { tools, toolChoice }: CanonRequest,
  turns: readonly Turn[],
  traits: ModelTraits,
  losses: Losses,
): JsonRecord | undefined {
  const called = new Set(toolNames(turns).values());
  const isForbidden = toolChoice?.kind === 'none';
  if (tools.length === 0 && toolChoice) losses.drop('toolChoice');
  if (tools.length === 0 || (isForbidden && called.size === 0)) return writeCalled(called, losses);
  // There is no word for none: tools that the conversation has called cannot be left out.
  if (isForbidden) losses.approximate('toolChoice');
  return compact({
    tools: tools.flatMap((tool) => writeTool(tool, traits, losses)),
    toolChoice: writeChoice(toolChoice, traits, losses),
  });
}

/** The vendor demands that tools are defined which the conversation has called. */
function writeCalled(called: ReadonlySet<string>, losses: Losses): JsonRecord | undefined {
  if (called.size === 0) return undefined;
  losses.approximate('tools');
  return {
    tools: [...called].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } })),
  };
}

function writeTool(asked: Tool, traits: ModelTraits, losses: Losses): JsonRecord[] {
  const tool = asFunction(asked, losses);
  const { schema, strict } = writeSchema(tool, traits.hasStrictSchemas, losses);
  const toolSpec = compact({
    name: tool.name,
    description: tool.description || undefined,
    inputSchema: { json: schema },
    strict,
  });
  const cache = traits.cache?.inTools ? traits.cache : undefined;
  return [{ toolSpec }, ...writeCache(tool.cache, { cache, losses })];
}

/** A choice that the model does not take becomes the next weaker one that it does. */
function writeChoice(
  choice: CanonRequest['toolChoice'],
  { choice: strongest }: Pick<ModelTraits, 'choice'>,
  losses: Losses,
): JsonRecord | undefined {
  switch (choice?.kind) {
    case 'any':
    case 'tool':
      if (strongest === 'auto' || (strongest === 'any' && choice.kind === 'tool'))
        losses.approximate('toolChoice');
      if (strongest === 'auto') return undefined;
      return choice.kind === 'tool' && strongest === 'tool' ? { tool: { name: choice.name } } : { any: {} };
    case 'auto':
      return { auto: {} };
    case 'none':
    case undefined:
      return undefined;
    default:
      return choice satisfies never;
  }
}
