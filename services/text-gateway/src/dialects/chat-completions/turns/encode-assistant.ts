import type { AssistantBlock, ToolCallBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Seal } from '../../../canon/seal.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { encodeContent } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';
import { writeCallId } from '../tools/call-ids.ts';
import { encodeCall } from '../tools/encode-call.ts';

/** What an assistant said in history, as one message; none when nothing of it can be said. */
export function encodeAssistant(
  blocks: readonly AssistantBlock[],
  traits: ModelTraits,
  losses: Losses,
): JsonRecord[] {
  if (blocks.some(({ kind }) => kind === 'opaque')) losses.drop('opaque');
  if (blocks.some((block) => 'cache' in block && block.cache)) losses.drop('cache');
  const texts = blocks.filter((block) => block.kind === 'text');
  const refusal = joinTexts(blocks.filter((block) => block.kind === 'refusal'));
  const calls = blocks.filter((block) => block.kind === 'tool-call');
  const thoughts = readableThoughts(blocks, traits, losses);
  const thinking = thoughts !== undefined && traits.thoughts === 'parts' ? [writeThinking(thoughts)] : [];
  const said = compact({
    ...encodeThoughts(thoughts, calls.length > 0, traits),
    refusal,
    tool_calls: calls.length > 0 ? calls.map((call) => encodeOwnCall(call, traits)) : undefined,
  });
  const isSilent = texts.length === 0 && thinking.length === 0 && Object.keys(said).length === 0;
  if (isSilent) return [];
  const mayBeNull = texts.length === 0 && (refusal !== undefined || calls.length > 0);
  const content = mayBeNull ? null : encodeContent(texts, { ...traits, takesBreakpoints: false }, losses);
  return [
    {
      role: 'assistant',
      content: thinking.length > 0 ? [...thinking, ...asParts(content)] : content,
      ...said,
    },
  ];
}

/** Reasoning is written without its seal, for which there is no place. What is hidden behind a seal stays behind. */
function readableThoughts(
  blocks: readonly AssistantBlock[],
  { thoughts: place }: ModelTraits,
  losses: Losses,
): string | undefined {
  const thoughts = blocks.filter((block) => block.kind === 'reasoning');
  const readable = place === 'nowhere' ? [] : thoughts.filter(({ text }) => text !== '');
  if (readable.length < thoughts.length) losses.drop('reasoning');
  return joinTexts(readable);
}

function encodeThoughts(thoughts: string | undefined, hasCalls: boolean, traits: ModelTraits): JsonRecord {
  const { thoughts: place, unknownThoughts } = traits;
  if (place === 'parts' || place === 'nowhere') return {};
  return { [place]: thoughts ?? (hasCalls ? unknownThoughts : undefined) };
}

function writeThinking(text: string): JsonRecord {
  return { type: 'thinking', thinking: [{ type: 'text', text }] };
}

function asParts(content: string | JsonRecord[] | null): JsonRecord[] {
  if (typeof content !== 'string') return content ?? [];
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function encodeOwnCall(call: ToolCallBlock, traits: ModelTraits): JsonRecord {
  return encodeCall({ ...call, id: writeCallId(call.id, traits) }, writableSeal(call, traits));
}

/** The slot is Google's: other dialects' seals mean nothing to whoever reads it. */
function writableSeal({ seal }: ToolCallBlock, { takesSeals }: ModelTraits): Seal | undefined {
  return seal?.dialect === 'generate-content' && takesSeals ? seal : undefined;
}

/** Undefined where there is none, so that the member is left out. */
function joinTexts(blocks: readonly { text: string }[]): string | undefined {
  return blocks.map(({ text }) => text).join('') || undefined;
}
