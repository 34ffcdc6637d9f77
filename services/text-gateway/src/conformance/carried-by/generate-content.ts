/** What generateContent carries of other dialects, for a model of which nothing is known. */
import type {
  AssistantBlock,
  ResultBlock,
  Source,
  TextBlock,
  ToolCallBlock,
  UserBlock,
} from '../../canon/blocks.ts';
import type { Ending } from '../../canon/ending.ts';
import type { Reply } from '../../canon/fold.ts';
import type { CanonRequest, OutputFormat, Reasoning, Sampling } from '../../canon/request.ts';
import { joinTurns, toolNames } from '../../canon/turns.ts';
import type { Usage } from '../../canon/usage.ts';
import { isHosted } from '../../dialects/generate-content/wire/hosting.ts';
import type { Carried } from '../carried.ts';

export const carried: Carried = { request: carryRequest, reply: carryReply };

function carryRequest(request: CanonRequest): CanonRequest | undefined {
  if (isRefused(request)) return undefined;
  const turns = joinTurns(
    request.turns.map((turn) =>
      turn.from === 'user'
        ? { from: 'user', blocks: turn.blocks.flatMap(carryUserBlock) }
        : { from: 'assistant', blocks: joinTexts(turn.blocks.flatMap(carryHistory)) },
    ),
  );
  const instructions = request.instructions.flatMap(carryText);
  const isSilent = turns.length === 0;
  return {
    model: request.model,
    // Where no one says anything, the instructions are what is said.
    instructions: isSilent ? [] : instructions,
    turns: isSilent ? [{ from: 'user', blocks: instructions }] : turns,
    tools: request.tools.map(({ name, description, schema }) => ({ name, description, schema })),
    toolChoice: request.tools.length > 0 ? request.toolChoice : undefined,
    format: request.format && carryFormat(request.format),
    maxOutputTokens: request.maxOutputTokens,
    stop: request.stop.slice(0, 5),
    sampling: carrySampling(request.sampling),
    reasoning: request.reasoning && carryReasoning(request.reasoning),
    stream: request.stream,
    includeUsage: true,
    extras: {},
  };
}

/** Addresses outside the vendor's hosts, what others store, and results of calls that are not there. */
function isRefused({ turns }: CanonRequest): boolean {
  const names = toolNames(turns);
  const isLost = (source: Source): boolean =>
    source.kind === 'url' ? !isHosted(source.url) : source.kind === 'stored';
  const isLostBlock = (block: UserBlock): boolean => {
    if (block.kind === 'tool-result') return !names.has(block.callId) || block.blocks.some(isLostBlock);
    return 'source' in block && isLost(block.source);
  };
  return turns.some((turn) => turn.from === 'user' && turn.blocks.some(isLostBlock));
}

function carryText({ text }: TextBlock): TextBlock[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

function carryUserBlock(block: UserBlock): UserBlock[] {
  switch (block.kind) {
    case 'text':
      return carryText(block);
    case 'image':
    case 'file':
    case 'audio':
      return [{ kind: block.kind, source: block.source }];
    case 'tool-result': {
      const { callId, isError } = block;
      return [
        { kind: 'tool-result', callId, blocks: carryResult(block.blocks), ...(isError && { isError }) },
      ];
    }
    case 'opaque':
      return [];
    default:
      return block satisfies never;
  }
}

/** All text as one, then what is no text. */
function carryResult(blocks: readonly ResultBlock[]): ResultBlock[] {
  const text = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
  const media = blocks.flatMap((block): ResultBlock[] =>
    block.kind === 'text' ? [] : [{ kind: block.kind, source: block.source }],
  );
  return [...carryText({ kind: 'text', text }), ...media];
}

/** History keeps the vendor's own seals and goes without those of others. */
function carryHistory(block: AssistantBlock): AssistantBlock[] {
  if (block.kind === 'opaque') return [];
  if (block.kind === 'refusal') return carryText({ kind: 'text', text: block.text });
  const seal = block.seal?.dialect === 'generate-content' ? { seal: block.seal } : {};
  switch (block.kind) {
    case 'text':
      return block.text === '' && !seal.seal ? [] : [{ kind: 'text', text: block.text, ...seal }];
    case 'reasoning': {
      const { text, isRedacted } = block;
      if (text === '' && !seal.seal) return [];
      return [{ kind: 'reasoning', text, ...seal, ...(isRedacted && { isRedacted }) }];
    }
    case 'picture': {
      const { mediaType, base64 } = block;
      return [{ kind: 'picture', mediaType, base64, ...seal }];
    }
    case 'tool-call': {
      const { id, name, argsText } = block;
      return [carryCall({ kind: 'tool-call', id, name, argsText, ...seal })];
    }
    default:
      return block satisfies never;
  }
}

/** Arguments are an object, which is written anew. */
function carryCall(call: ToolCallBlock): ToolCallBlock {
  const { argsText } = call;
  return { ...call, argsText: JSON.stringify(argsText === '' ? {} : JSON.parse(argsText)) };
}

function carryFormat(format: OutputFormat): OutputFormat {
  return format.kind === 'json' ? format : { kind: 'schema', schema: format.schema, isEnforced: true };
}

function carrySampling({ seed, ...sampling }: Sampling): Sampling {
  const isTaken = seed !== undefined && Math.abs(seed) < 2 ** 31;
  return { ...sampling, ...(isTaken && { seed }) };
}

/** A word where there is one; the least and the most words stand for what goes beyond them. */
function carryReasoning({ effort, budgetTokens, isShown }: Reasoning): Reasoning | undefined {
  const nearest = effort === 'none' ? 'minimal' : effort === 'xhigh' ? 'high' : effort;
  const amount = nearest ? { effort: nearest } : { budgetTokens };
  const isSaid = nearest !== undefined || budgetTokens !== undefined || isShown !== undefined;
  return isSaid ? { ...amount, isShown } : undefined;
}

function carryReply({ blocks, usage, ending, fault }: Reply): Reply {
  const kept = joinTexts(blocks.flatMap(carryAnswer));
  const hasCalls = kept.some(({ kind }) => kind === 'tool-call');
  return {
    blocks: kept,
    usage: usage && carryUsage(usage),
    ending: ending && carryEnding(ending, hasCalls),
    fault,
  };
}

/** Answers keep every seal; what says nothing is not there. */
function carryAnswer(block: AssistantBlock): AssistantBlock[] {
  switch (block.kind) {
    case 'refusal':
      return carryText({ kind: 'text', text: block.text });
    case 'text':
    case 'reasoning':
      return block.text === '' && !block.seal
        ? []
        : [{ ...block, ...('cache' in block && { cache: undefined }) }];
    case 'tool-call':
      return [carryCall({ ...block, cache: undefined })];
    case 'picture':
      return [block];
    case 'opaque':
      return [];
    default:
      return block satisfies never;
  }
}

/** Texts behind each other are one, up to a seal. */
function joinTexts(blocks: readonly AssistantBlock[]): AssistantBlock[] {
  const joined: AssistantBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const isText = block.kind === 'text' || (block.kind === 'reasoning' && !block.isRedacted);
    if (isText && last?.kind === block.kind && !last.seal) {
      joined[joined.length - 1] = { ...block, text: last.text + block.text };
    } else joined.push(block);
  }
  return joined;
}

function carryUsage({ inputCacheWrite, ...usage }: Usage): Usage {
  return { ...usage, inputFresh: usage.inputFresh + inputCacheWrite, inputCacheWrite: 0 };
}

function carryEnding({ reason }: Ending, hasCalls: boolean): Ending {
  switch (reason) {
    case 'complete':
    case 'stop-sequence':
    case 'paused':
    case 'tool-calls':
      return { reason: hasCalls ? 'tool-calls' : 'complete' };
    case 'context-exceeded':
      return { reason: 'length' };
    case 'length':
    case 'filtered':
    case 'malformed-tool-call':
      return { reason };
    default:
      return reason satisfies never;
  }
}
