import type { AssistantBlock, ResultBlock, Source, TextBlock, UserBlock } from '../../canon/blocks.ts';
import type { Reply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import { markPrompt } from '../../canon/marks/mark-prompt.ts';
import { showPictures } from '../../canon/media/pictures.ts';
import type { CanonRequest, OutputFormat, Reasoning, Tool, Turn } from '../../canon/request.ts';
import { joinTurns } from '../../canon/turns.ts';
import { noUsage, type Usage } from '../../canon/usage.ts';
import { canEnforce } from '../../dialects/messages/request/can-enforce.ts';
import { toStrictSchema } from '../../dialects/messages/request/to-strict-schema.ts';
import { jsonInstruction, schemaInstruction } from '../../dialects/messages/request/write-format.ts';
import type { Carried } from '../carried.ts';

/** The bound that is written where the client set none, and of models that no trait is known of. */
const targetMaxOutput = 4_096;

export const carried: Carried = {
  request(asked) {
    const request = markPrompt(asked, recordLosses());
    if (request.turns.some((turn) => turn.from === 'user' && turn.blocks.some(isRefused))) return undefined;
    const turns = turnsOf(request.turns);
    const reasoning = reasoningOf(request, turns);
    const isThinking = reasoning !== undefined && reasoning.effort !== 'none';
    const { temperature, topP, topK } = request.sampling;
    return {
      ...withoutOptions(request),
      ...choiceOf(request),
      instructions: instructionsOf(request),
      turns,
      tools: request.tools.map(toolOf),
      format:
        request.format?.kind === 'schema' && canEnforce(request.format.schema)
          ? { kind: 'schema', schema: toStrictSchema(request.format.schema), isEnforced: true }
          : undefined,
      stop: request.stop.filter((text) => text.trim() !== ''),
      sampling: isThinking
        ? {}
        : { temperature: temperature === undefined ? undefined : Math.min(temperature, 1), topP, topK },
      reasoning,
    };
  },
  reply: ({ blocks, usage, ending }: Reply) => {
    const kept = blocks.flatMap(replyBlock);
    const hasCalls = kept.some(({ kind }) => kind === 'tool-call');
    const { reason = 'complete', ...rest } = ending ?? {};
    const natural = reason === 'complete' || reason === 'malformed-tool-call';
    return {
      blocks: kept,
      usage: usageOf(usage ?? noUsage),
      ending: { ...rest, reason: natural ? (hasCalls ? 'tool-calls' : 'complete') : reason },
    };
  },
};

function withoutOptions({ model, maxOutputTokens, endUser, stream }: CanonRequest) {
  return { model, maxOutputTokens, endUser, stream, includeUsage: stream, extras: {} };
}

function toolOf(tool: Tool): Tool {
  const schema = { ...tool.schema, type: 'object' };
  return { ...tool, schema: tool.strict ? toStrictSchema(schema) : schema };
}

function choiceOf({ tools, toolChoice, parallelToolCalls }: CanonRequest): Partial<CanonRequest> {
  if (tools.length === 0) return {};
  if (parallelToolCalls !== false) return { toolChoice };
  const choice = toolChoice ?? { kind: 'auto' };
  return { toolChoice: choice, ...(choice.kind !== 'none' && { parallelToolCalls }) };
}

function instructionsOf({ instructions, format }: CanonRequest): TextBlock[] {
  const lines: TextBlock[] = format ? wordsOf(format).map((text) => ({ kind: 'text', text })) : [];
  return [...instructions, ...lines].flatMap(textOf);
}

function wordsOf(format: OutputFormat): string[] {
  if (format.kind === 'json') return [jsonInstruction];
  return canEnforce(format.schema) ? [] : [schemaInstruction(format.schema)];
}

/** A call that must be made wins over thinking, and the bound on output over the budget. */
function reasoningOf(request: CanonRequest, turns: readonly Turn[]): Reasoning | undefined {
  const { reasoning, tools, toolChoice, maxOutputTokens = targetMaxOutput } = request;
  if (!reasoning) return undefined;
  const { budgetTokens, isShown } = reasoning;
  const effort = reasoning.effort === 'minimal' ? 'low' : reasoning.effort;
  const isForced = tools.length > 0 && (toolChoice?.kind === 'any' || toolChoice?.kind === 'tool');
  if (isForced || (budgetTokens === undefined ? effort === 'none' : budgetTokens <= 0))
    return { effort: 'none' };
  if (budgetTokens === undefined) return { effort, isShown };
  const budget =
    budgetTokens < maxOutputTokens ? Math.max(budgetTokens, 1_024) : Math.floor(maxOutputTokens * 0.8);
  const [before, last] = turns.slice(-2);
  const isAfterCalls = last?.from === 'user' && last.blocks[0]?.kind === 'tool-result';
  const begun = isAfterCalls ? before : last;
  const resumes = begun?.from === 'assistant' && begun.blocks[0]?.kind !== 'reasoning';
  if (budget < 1_024 || resumes) return { effort: 'none' };
  return { effort, budgetTokens: budget, isShown };
}

function turnsOf(turns: readonly Turn[]): Turn[] {
  const kept = joinTurns(
    showPictures(turns, recordLosses()).map((turn) =>
      turn.from === 'user'
        ? { from: 'user', blocks: turn.blocks.flatMap(userBlock) }
        : { from: 'assistant', blocks: turn.blocks.flatMap(historyBlock) },
    ),
  );
  if (kept[0]?.from === 'user') return kept;
  return [{ from: 'user', blocks: [{ kind: 'text', text: '...' }] }, ...kept];
}

function isRefused(block: UserBlock): boolean {
  switch (block.kind) {
    case 'audio':
      return true;
    case 'tool-result':
      return block.blocks.some(isRefused);
    case 'image':
      return isStoredElsewhere(block.source);
    case 'file':
      return isStoredElsewhere(block.source) || !isReadable(block.source);
    default:
      return false;
  }
}

function isStoredElsewhere(source: Source): boolean {
  return source.kind === 'stored' && source.dialect !== 'messages';
}

function isReadable(source: Source): boolean {
  return (
    source.kind !== 'bytes' || /^(?:image|text)\/|^application\/(?:pdf|json|xml|yaml)/.test(source.mediaType)
  );
}

function userBlock(block: UserBlock): UserBlock[] {
  switch (block.kind) {
    case 'audio':
      return [];
    case 'opaque':
      return block.dialect === 'messages' ? [block] : [];
    case 'tool-result':
      return [{ ...block, callId: idOf(block.callId), blocks: block.blocks.flatMap(resultBlock) }];
    default:
      return resultBlock(block);
  }
}

function resultBlock(block: ResultBlock): ResultBlock[] {
  if (block.kind === 'text') return textOf(block);
  const { source, cache } = block;
  const mediaType = source.kind === 'stored' ? undefined : source.mediaType;
  if (block.kind === 'image' || mediaType?.startsWith('image/'))
    return [{ kind: 'image', source: sourceOf(source), cache }];
  const written = sourceOf(source);
  return [
    {
      ...block,
      source:
        written.kind === 'bytes' && mediaType !== 'application/pdf'
          ? { ...written, mediaType: 'text/plain' }
          : written,
    },
  ];
}

function sourceOf(source: Source): Source {
  return source.kind === 'url' ? { kind: 'url', url: source.url } : source;
}

function textOf({ text, cache }: TextBlock): TextBlock[] {
  return text.trim() === '' ? [] : [{ kind: 'text', text, cache }];
}

/** What the assistant said before: signatures of other vendors are of no use to this one. */
function historyBlock(block: AssistantBlock): AssistantBlock[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return textOf({ kind: 'text', text: block.text });
    case 'reasoning':
      return block.seal?.dialect === 'messages' ? [block] : [];
    case 'tool-call':
      return [{ ...block, id: idOf(block.id), argsText: argsOf(block.argsText), seal: undefined }];
    case 'picture':
      return [];
    case 'opaque':
      return block.dialect === 'messages' ? [block] : [];
    default:
      return block satisfies never;
  }
}

/** Seals of calls and of thinking travel, whoever made them; those of text do not. */
function replyBlock(block: AssistantBlock): AssistantBlock[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return block.text === '' ? [] : [{ kind: 'text', text: block.text }];
    case 'reasoning':
      return [block.isRedacted ? { ...block, text: '' } : block];
    case 'tool-call':
      return [{ ...block, argsText: argsOf(block.argsText) }];
    case 'picture':
      return [];
    case 'opaque':
      return block.dialect === 'messages' ? [block] : [];
    default:
      return block satisfies never;
  }
}

function idOf(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}

function argsOf(argsText: string): string {
  return argsText === '' ? '{}' : JSON.stringify(JSON.parse(argsText));
}

function usageOf({ inputAudio, outputAudio, ...usage }: Usage): Usage {
  return {
    ...usage,
    inputFresh: usage.inputFresh + inputAudio,
    inputAudio: 0,
    outputVisible: usage.outputVisible + outputAudio,
    outputAudio: 0,
  };
}
