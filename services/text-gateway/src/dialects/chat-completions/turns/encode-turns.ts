/** Writes system texts and turns as `messages`. */
import type { OpaqueBlock, ToolResultBlock, UserBlock } from '../../../canon/blocks.ts';
import type { Losses } from '../../../canon/losses.ts';
import { markLast } from '../../../canon/marks/mark-last.ts';
import { showPictures } from '../../../canon/media/pictures.ts';
import type { CanonRequest } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { encodeContent } from '../encode-blocks.ts';
import type { ModelTraits } from '../model-traits.ts';
import { writeCallId } from '../tools/call-ids.ts';
import { encodeAssistant } from './encode-assistant.ts';

export function encodeMessages(
  { instructions, turns }: CanonRequest,
  traits: ModelTraits,
  losses: Losses,
): JsonRecord[] {
  const system =
    instructions.length > 0
      ? [{ role: traits.instructions, content: encodeContent(instructions, traits, losses) }]
      : [];
  const messages = showPictures(turns, losses).flatMap((turn): JsonRecord[] =>
    turn.from === 'user'
      ? encodeUser(turn.blocks, traits, losses)
      : encodeAssistant(turn.blocks, traits, losses),
  );
  return [...system, ...messages];
}

/** Results are messages of their own, and may hold only text: their media goes to the user's message behind them. */
function encodeUser(blocks: readonly UserBlock[], traits: ModelTraits, losses: Losses): JsonRecord[] {
  const results = blocks.filter((block) => block.kind === 'tool-result');
  const said = blocks.filter((block) => block.kind !== 'tool-result' && block.kind !== 'opaque');
  if (blocks.some(({ kind }) => kind === 'opaque')) losses.drop('opaque');
  const media = results.flatMap((result) => result.blocks.filter(({ kind }) => kind !== 'text'));
  const content = [...media, ...said];
  const isAnswerMissing = results.length > 0 && content.length > 0 && !traits.takesUserAfterResults;
  return [
    ...results.map((result) => encodeResult(result, traits, losses)),
    ...(isAnswerMissing ? [{ role: 'assistant', content: 'OK.' }] : []),
    ...encodeSaid(content, traits, losses),
  ];
}

type SaidBlock = Exclude<UserBlock, ToolResultBlock | OpaqueBlock>;

/** One message, where system texts do not come between. */
function encodeSaid(blocks: readonly SaidBlock[], traits: ModelTraits, losses: Losses): JsonRecord[] {
  const parts: { role: string; blocks: SaidBlock[] }[] = [];
  for (const block of blocks) {
    const isSystem = traits.takesSystemWithin && block.kind === 'text' && block.isSystem;
    const role = isSystem ? traits.instructions : 'user';
    const last = parts.at(-1);
    if (last?.role === role) last.blocks.push(block);
    else parts.push({ role, blocks: [block] });
  }
  return parts.map(({ role, blocks: said }) => ({ role, content: encodeContent(said, traits, losses) }));
}

function encodeResult(result: ToolResultBlock, traits: ModelTraits, losses: Losses): JsonRecord {
  const { callId, blocks, isError, cache } = result;
  if (isError) losses.drop('isError');
  const said = blocks.filter(({ kind }) => kind === 'text');
  const texts = cache ? markLast(said, cache) : said;
  const content = encodeContent(texts, traits, losses);
  return { role: 'tool', tool_call_id: writeCallId(callId, traits), content };
}
