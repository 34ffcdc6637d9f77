import type { Losses } from '../../losses.ts';
import type { InputFormat, Tool } from '../../request.ts';

/** A freeform tool as a function of one text, for models that know none. Any other tool is as it was. */
export function asFunction(tool: Tool, losses: Losses): Tool {
  const { freeform, ...others } = tool;
  if (!freeform) return tool;
  if (freeform.kind === 'grammar') losses.approximate('tools[].format');
  const description = [tool.description, ...wordsOf(freeform)].filter(Boolean).join('\n\n');
  return { ...others, description, schema };
}

export function isFreeform(name: string, tools: readonly Tool[]): boolean {
  return tools.some((tool) => tool.freeform && tool.name === name);
}

const schema = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };

const syntaxes = { lark: 'Lark grammar', regex: 'regular expression' } as const;

/** Clients warn models of JSON, in which the text now is. */
function wordsOf(format: InputFormat): string[] {
  const told = 'Here the whole text is the argument `input`, even where the above forbids JSON.';
  if (format.kind === 'text') return [told];
  return [`${told} It must match this ${syntaxes[format.syntax]}:`, format.definition];
}
