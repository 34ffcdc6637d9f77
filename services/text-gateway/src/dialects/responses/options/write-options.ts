import { effortOf } from '../../../canon/effort.ts';
import type { Losses } from '../../../canon/losses.ts';
import type {
  CanonRequest,
  InputFormat,
  OutputFormat,
  Reasoning,
  Tool,
  ToolChoice,
} from '../../../canon/request.ts';
import { isFreeform } from '../../../canon/tools/freeform/as-function.ts';
import { splitName } from '../../../canon/tools/namespaces.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { type ModelTraits, nearestEffort } from '../model-traits.ts';

/** Without a word on `strict` the vendor takes it for wanted, unlike any other. */
export function writeTool({ name, description, schema, freeform, strict = false }: Tool): JsonRecord {
  const named = { name, ...(description !== undefined && { description }) };
  if (freeform) return { type: 'custom', ...named, format: writeInputFormat(freeform) };
  return {
    type: 'function',
    ...named,
    parameters: schema ?? null,
    strict,
  };
}

function writeInputFormat({ kind, ...grammar }: InputFormat): JsonRecord {
  return { type: kind, ...grammar };
}

/** As the client sent them: those of a namespace, which stand side by side, within it. */
export function writeClientTools(tools: readonly Tool[]): JsonRecord[] {
  const written: JsonRecord[] = [];
  let [open, within]: [Tool['namespace'], JsonRecord[]] = [undefined, []];
  for (const tool of tools) {
    const { namespace } = tool;
    if (!namespace) {
      written.push(tool.isSearch ? writeSearch(tool) : writeTool(tool));
    } else {
      if (namespace !== open) {
        within = [];
        written.push({ type: 'namespace', ...compact({ ...namespace }), tools: within });
      }
      within.push(writeTool({ ...tool, name: splitName(tool.name, [tool]).name }));
    }
    open = namespace;
  }
  return written;
}

function writeSearch({ description, schema }: Tool): JsonRecord {
  return { type: 'tool_search', execution: 'client', ...compact({ description, parameters: schema }) };
}

const words = { auto: 'auto', none: 'none', any: 'required' } as const;

/** @param ownName what the reader calls the tool that is chosen */
export function writeToolChoice(
  choice: ToolChoice,
  tools: readonly Tool[],
  ownName = (name: string) => name,
): string | JsonRecord {
  if (choice.kind !== 'tool') return words[choice.kind];
  const type = isFreeform(choice.name, tools) ? 'custom' : 'function';
  return { type, name: ownName(choice.name) };
}

/** `text`: the form of the answer and its length in words. */
export function writeText({ format, verbosity }: CanonRequest): JsonRecord | undefined {
  if (!format && verbosity === undefined) return undefined;
  return compact({ format: format && writeFormat(format), verbosity });
}

export function writeFormat(format: OutputFormat): JsonRecord {
  if (format.kind === 'json') return { type: 'json_object' };
  const { name = 'output', description, strict, schema } = format;
  return { type: 'json_schema', ...compact({ name, description, strict, schema }) };
}

export function writeReasoning(
  { effort, budgetTokens, isShown }: Reasoning,
  { reasons, efforts }: ModelTraits,
  losses: Losses,
): JsonRecord | undefined {
  if (reasons === false) {
    losses.drop('reasoning');
    return undefined;
  }
  if (budgetTokens !== undefined) losses.approximate('budgetTokens');
  const wanted = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
  const known = wanted && nearestEffort(wanted, efforts);
  if (known !== wanted) losses.approximate('effort');
  if (!known && !isShown) return undefined;
  return compact({ effort: known, summary: isShown ? 'auto' : undefined });
}
