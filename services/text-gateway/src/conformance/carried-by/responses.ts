import type { AssistantBlock, ResultBlock, Source, UserBlock } from '../../canon/blocks.ts';
import { effortOf } from '../../canon/effort.ts';
import type { Ending, EndingReason } from '../../canon/ending.ts';
import type { Reply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import { nameFor } from '../../canon/media/name-for.ts';
import { showPictures } from '../../canon/media/pictures.ts';
import type { CanonRequest, Reasoning, Tool, Turn } from '../../canon/request.ts';
import { joinTurns } from '../../canon/turns.ts';
import { fillSchema } from '../../dialects/chat-completions/tools/fill-schema.ts';
import type { Carried } from '../carried.ts';

export const carried: Carried = { request: carryRequest, reply: carryReply };

function carryRequest(request: CanonRequest): CanonRequest | undefined {
  if (request.turns.some(({ blocks }) => blocks.some(isRefused))) return undefined;
  const { sampling, format, reasoning, maxOutputTokens, tools } = request;
  return {
    ...request,
    instructions: request.instructions.map(({ text }) => ({ kind: 'text', text })),
    turns: carryTurns(request.turns),
    tools: tools.map(carryTool),
    toolChoice: tools.length > 0 ? request.toolChoice : undefined,
    parallelToolCalls: tools.length > 0 ? request.parallelToolCalls : undefined,
    format:
      format?.kind === 'schema'
        ? { ...format, name: format.name ?? 'output', isEnforced: undefined }
        : format,
    maxOutputTokens: maxOutputTokens === undefined ? undefined : Math.max(maxOutputTokens, 16),
    stop: [],
    sampling: { temperature: sampling.temperature, topP: sampling.topP },
    reasoning: reasoning && carryReasoning(reasoning),
    includeUsage: true,
    extras: {},
  };
}

function carryTool({ cache, strict = false, ...tool }: Tool): Tool {
  return { ...tool, strict, ...(tool.schema && { schema: fillSchema(tool.schema) }) };
}

function isRefused(block: UserBlock | AssistantBlock): boolean {
  if (block.kind === 'tool-result') return block.blocks.some(isRefused);
  if (block.kind === 'audio') return true;
  return 'source' in block && block.source.kind === 'stored' && block.source.dialect !== 'responses';
}

function carryTurns(turns: readonly Turn[]): Turn[] {
  return joinTurns(
    showPictures(turns, recordLosses()).map((turn) =>
      turn.from === 'user'
        ? { from: 'user', blocks: turn.blocks.flatMap(carryUser) }
        : { from: 'assistant', blocks: turn.blocks.flatMap(carryAssistant) },
    ),
  );
}

function carryUser(block: UserBlock): UserBlock[] {
  if (block.kind === 'opaque') return block.dialect === 'responses' ? [block] : [];
  if (block.kind === 'audio') return [];
  if (block.kind !== 'tool-result') return [carryPart(block)];
  const [only, ...others] = block.blocks;
  const isNothing = only?.kind === 'text' && only.text === '' && others.length === 0;
  return [
    { kind: 'tool-result', callId: block.callId, blocks: isNothing ? [] : block.blocks.map(carryPart) },
  ];
}

function carryPart(block: ResultBlock): ResultBlock {
  switch (block.kind) {
    case 'text':
      return { kind: 'text', text: block.text };
    case 'image':
      return { kind: 'image', source: carrySource(block.source), detail: block.detail };
    case 'file': {
      const { source } = block;
      const name = block.name ?? (source.kind === 'bytes' ? nameFor(source.mediaType) : undefined);
      return { kind: 'file', source: carrySource(source), name };
    }
    default:
      return block satisfies never;
  }
}

function carrySource(source: Source): Source {
  return source.kind === 'url' ? { kind: 'url', url: source.url } : source;
}

/** History that goes to an upstream keeps the seals of that upstream alone. */
function carryAssistant(block: AssistantBlock): AssistantBlock[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ kind: block.kind, text: block.text }];
    case 'reasoning': {
      const { text, seal } = block;
      return seal?.dialect === 'responses' ? [{ kind: 'reasoning', text, seal }] : [];
    }
    case 'tool-call':
      return [{ kind: 'tool-call', id: block.id, name: block.name, argsText: block.argsText || '{}' }];
    case 'picture':
      return [];
    case 'opaque':
      return block.dialect === 'responses' ? [block] : [];
    default:
      return block satisfies never;
  }
}

function carryReasoning({ effort, budgetTokens, isShown }: Reasoning): Reasoning | undefined {
  const word = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
  if (!word && !isShown) return undefined;
  return { ...(word && { effort: word }), ...(isShown && { isShown }) };
}

function carryReply({ blocks, usage, ending, fault }: Reply): Reply {
  const kept = blocks.flatMap(carrySaid);
  const isFailed = ending?.reason === 'malformed-tool-call';
  const hasCalls = kept.some(({ kind }) => kind === 'tool-call');
  return {
    blocks: kept,
    usage: usage && {
      ...usage,
      inputFresh: usage.inputFresh + usage.inputAudio,
      inputAudio: 0,
      outputVisible: usage.outputVisible + usage.outputAudio,
      outputAudio: 0,
    },
    ending: ending && !isFailed ? carryEnding(ending.reason, hasCalls) : undefined,
    fault: isFailed
      ? { code: 'server_error', message: 'The model called a tool in a way that cannot be read.' }
      : fault,
  };
}

/** Answers carry every seal, wherever it stands. */
function carrySaid(block: AssistantBlock): AssistantBlock[] {
  if (block.kind === 'opaque') return block.dialect === 'responses' ? [block] : [];
  if (block.kind === 'tool-call') return [{ ...block, argsText: block.argsText || '{}' }];
  if (block.kind !== 'reasoning' || !block.isRedacted) return [block];
  return block.seal ? [{ ...block, text: '' }] : [];
}

function carryEnding(reason: EndingReason, hasCalls: boolean): Ending {
  if (reason === 'length' || reason === 'context-exceeded') return { reason: 'length' };
  if (reason === 'filtered') return { reason };
  return { reason: hasCalls ? 'tool-calls' : 'complete' };
}
