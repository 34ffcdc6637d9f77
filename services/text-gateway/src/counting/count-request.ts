import type { AssistantBlock, UserBlock } from '../canon/blocks.ts';
import type { CanonRequest } from '../canon/request.ts';
import { summaryIn } from '../dialects/tell-summaries.ts';
import { countTokens } from './count-tokens.ts';

/**
 * What media count for, whatever their size: nothing is decoded to be counted, and base64 is no text. An image is one of a
 * megapixel by OpenAI's tile rule (four tiles of 170 and 85; 85 alone where little detail is asked for), a file is a page
 * as Anthropic and Google count them with text and picture, sound is half a minute at Google's 32 tokens a second.
 */
export const mediaTokens = { image: 765, roughImage: 85, file: 1_500, audio: 960 };

/** Tokens of a request: of all its texts together, and of its media by a rule. An estimate for every model. */
export function countRequest({ instructions, turns, tools, format }: CanonRequest): number {
  const count = { texts: [] as string[], mediaTokens: 0 };
  for (const { text } of instructions) count.texts.push(text);
  for (const { blocks } of turns) for (const block of blocks) addBlock(count, block);
  for (const { name, description = '', schema } of tools)
    count.texts.push(name, description, schema ? JSON.stringify(schema) : '');
  if (format?.kind === 'schema') count.texts.push(JSON.stringify(format.schema));
  return countTokens(count.texts.filter((text) => text !== '').join('\n')) + count.mediaTokens;
}

function addBlock(count: { texts: string[]; mediaTokens: number }, block: UserBlock | AssistantBlock): void {
  switch (block.kind) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      count.texts.push(block.text);
      return;
    case 'tool-call':
      count.texts.push(block.name, block.argsText);
      return;
    case 'tool-result':
      for (const inner of block.blocks) addBlock(count, inner);
      return;
    case 'image':
      count.mediaTokens += block.detail === 'low' ? mediaTokens.roughImage : mediaTokens.image;
      return;
    case 'picture':
      count.mediaTokens += mediaTokens.image;
      return;
    case 'file':
    case 'audio':
      count.mediaTokens += mediaTokens[block.kind];
      return;
    case 'opaque':
      count.texts.push(summaryIn(block) ?? '');
      return;
    default:
      block satisfies never;
  }
}
