import type { AssistantBlock, Source, UserBlock } from '../../canon/blocks.ts';
import { effortOf } from '../../canon/effort.ts';
import type { EndingReason } from '../../canon/ending.ts';
import type { Reply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import { nameFor } from '../../canon/media/name-for.ts';
import { showPictures } from '../../canon/media/pictures.ts';
import type { CanonRequest, Reasoning, Tool, Turn } from '../../canon/request.ts';
import { joinTurns } from '../../canon/turns.ts';
import { fillSchema } from '../../dialects/chat-completions/tools/fill-schema.ts';
import type { Carried } from '../carried.ts';

export const carried: Carried = { request: carryRequest, reply: carryReply };

/** Lost: cache marks, `topK`, whether reasoning is shown, extras, tool options without tools, who asked for usage. */
function carryRequest(request: CanonRequest): CanonRequest | undefined {
  if (request.turns.some((turn) => turn.from === 'user' && turn.blocks.some(isRefused))) return undefined;
  const { topK: _topK, ...sampling } = request.sampling;
  const { toolChoice, parallelToolCalls, ...rest } = request;
  const { format } = request;
  return {
    ...rest,
    instructions: request.instructions.flatMap(carryText),
    turns: carryTurns(request.turns),
    tools: request.tools.map(carryTool),
    ...(request.tools.length > 0 && { toolChoice, parallelToolCalls }),
    format:
      format?.kind === 'schema'
        ? { ...format, name: format.name ?? 'answer', isEnforced: undefined }
        : format,
    sampling,
    reasoning: request.reasoning && carryReasoning(request.reasoning),
    includeUsage: request.stream,
    extras: {},
  };
}

function carryTool({ cache: _cache, ...tool }: Tool): Tool {
  return { ...tool, ...(tool.schema && { schema: fillSchema(tool.schema) }) };
}

/** One word for effort. */
function carryReasoning({ effort, budgetTokens }: Reasoning): Reasoning | undefined {
  const word = effort ?? (budgetTokens === undefined ? undefined : effortOf(budgetTokens));
  return word && { effort: word, ...(word !== 'none' && { isShown: true }) };
}

function carryTurns(turns: readonly Turn[]): Turn[] {
  return joinTurns(
    showPictures(turns, recordLosses()).map((turn) =>
      turn.from === 'user'
        ? { from: 'user', blocks: carryUser(turn.blocks) }
        : { from: 'assistant', blocks: carryAssistant(turn.blocks) },
    ),
  );
}

/** The media of tool results go behind them, to what the user says; that a result is an error is lost. */
function carryUser(blocks: readonly UserBlock[]): UserBlock[] {
  const results = blocks.filter((block) => block.kind === 'tool-result');
  const media = results.flatMap((result) => result.blocks.filter(({ kind }) => kind !== 'text'));
  const said = blocks.filter((block) => block.kind !== 'tool-result');
  return [
    ...results.map(({ kind, callId, blocks: parts }) => ({ kind, callId, blocks: parts.flatMap(carryText) })),
    ...[...media, ...said].flatMap(carryContent),
  ];
}

function carryText(block: { kind: string; text?: string }): { kind: 'text'; text: string }[] {
  return block.kind === 'text' && block.text ? [{ kind: 'text', text: block.text }] : [];
}

function carryContent(block: UserBlock): UserBlock[] {
  if (block.kind === 'text') return carryText(block);
  if (block.kind === 'opaque') return [];
  if (block.kind === 'audio' || block.kind === 'tool-result') return [block];
  const { source } = block;
  // An address says by itself what it leads to.
  const carried: Source = source.kind === 'url' ? { kind: 'url', url: source.url } : source;
  const isUnnamed = block.kind === 'file' && source.kind === 'bytes' && block.name === undefined;
  const named = isUnnamed && { name: nameFor(source.mediaType) };
  return [{ ...block, ...named, source: carried, cache: undefined }];
}

/** One text of reasoning, all texts, one refusal, the calls: in this order, and with no seals but Google's on calls. */
function carryAssistant(blocks: readonly AssistantBlock[]): AssistantBlock[] {
  return [
    ...joined(blocks, 'reasoning'),
    ...blocks.flatMap(carryText),
    ...joined(blocks, 'refusal'),
    ...carryCalls(blocks, (dialect) => dialect === 'generate-content'),
  ];
}

/** Seals of calls survive whoever made them, all others are lost; so are stop strings, and rarer endings. */
function carryReply({ blocks, ending, ...rest }: Reply): Reply {
  const calls = carryCalls(blocks, () => true);
  const reason = ending && carryEnding(ending.reason, calls.length > 0);
  return {
    ...rest,
    blocks: [
      ...joined(blocks, 'reasoning'),
      ...joined(blocks, 'text'),
      ...blocks.filter(({ kind }) => kind === 'picture'),
      ...joined(blocks, 'refusal'),
      ...calls,
    ],
    ...(reason && { ending: { reason } }),
  };
}

function carryEnding(reason: EndingReason, hasCalls: boolean): EndingReason {
  if (reason === 'context-exceeded') return 'length';
  if (reason === 'length' || reason === 'filtered' || reason === 'tool-calls') return reason;
  return hasCalls ? 'tool-calls' : 'complete';
}

function joined(
  blocks: readonly AssistantBlock[],
  kind: 'reasoning' | 'text' | 'refusal',
): { kind: typeof kind; text: string }[] {
  const text = blocks.map((block) => (block.kind === kind ? block.text : '')).join('');
  return text === '' ? [] : [{ kind, text }];
}

function carryCalls(
  blocks: readonly AssistantBlock[],
  keeps: (dialect: string) => boolean,
): AssistantBlock[] {
  return blocks.flatMap((block): AssistantBlock[] => {
    if (block.kind !== 'tool-call') return [];
    const { cache: _cache, seal, argsText, ...call } = block;
    return [{ ...call, argsText: argsText || '{}', ...(seal && keeps(seal.dialect) && { seal }) }];
  });
}

function isRefused(block: UserBlock): boolean {
  switch (block.kind) {
    case 'tool-result':
      return block.blocks.some(isRefused);
    case 'image':
      return block.source.kind === 'stored';
    case 'file':
      return block.source.kind === 'url' || isStoredElsewhere(block.source);
    case 'audio':
      return block.source.kind !== 'bytes' || !['audio/wav', 'audio/mpeg'].includes(block.source.mediaType);
    case 'text':
    case 'opaque':
      return false;
    default:
      return block satisfies never;
  }
}

function isStoredElsewhere(source: Source): boolean {
  return source.kind === 'stored' && source.dialect !== 'chat-completions';
}
