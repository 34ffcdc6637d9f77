import type { AssistantBlock, ToolCallBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import type { Seal } from '../../../canon/seal.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { encodeContent } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';
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
  const said = compact({
    reasoning_content: encodeReasoning(blocks, traits, losses),
    refusal,
    tool_calls:
      calls.length > 0 ? calls.map((call) => encodeCall(call, writableSeal(call, traits))) : undefined,
  });
  const isSilent = texts.length === 0 && Object.keys(said).length === 0;
  if (isSilent) return [];
  const mayBeNull = texts.length === 0 && (refusal !== undefined || calls.length > 0);
  return [{ role: 'assistant', content: mayBeNull ? null : encodeContent(texts, losses), ...said }];
}

/** Reasoning is written without its seal, for which there is no place. What is hidden behind a seal stays behind. */
function encodeReasoning(
  blocks: readonly AssistantBlock[],
  { hasExtensions }: ModelTraits,
  losses: Losses,
): string | undefined {
  const thoughts = blocks.filter((block) => block.kind === 'reasoning');
  const readable = hasExtensions ? thoughts.filter(({ text }) => text !== '') : [];
  if (readable.length < thoughts.length) losses.drop('reasoning');
  return joinTexts(readable);
}

/** The slot is Google's: other dialects' seals mean nothing to whoever reads it. */
function writableSeal({ seal }: ToolCallBlock, { hasExtensions }: ModelTraits): Seal | undefined {
  return seal?.dialect === 'generate-content' && hasExtensions ? seal : undefined;
}

/** Undefined where there is none, so that the member is left out. */
function joinTexts(blocks: readonly { text: string }[]): string | undefined {
  return blocks.map(({ text }) => text).join('') || undefined;
}
