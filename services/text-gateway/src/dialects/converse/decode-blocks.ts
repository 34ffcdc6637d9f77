import type { AssistantBlock } from '../../canon/blocks.ts';
import type { Seal } from '../../canon/seal.ts';
import { writeArgs } from '../../canon/tools/args.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/** The blocks of an answer. What the vendor's own servers did on the way is not told. */
export function decodeBlocks(content: unknown): AssistantBlock[] {
  if (!Array.isArray(content)) throw new Error('The answer has no content');
  return content.filter(isRecord).flatMap(decodeBlock);
}

function decodeBlock(block: JsonRecord): AssistantBlock[] {
  if (typeof block.text === 'string') return textBlock(block.text);
  if (isRecord(block.reasoningContent)) return reasoningBlock(block.reasoningContent);
  if (isRecord(block.toolUse)) return callBlock(block.toolUse);
  if (isRecord(block.citationsContent)) return textBlock(citedText(block.citationsContent));
  return [];
}

function textBlock(text: string): AssistantBlock[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

function reasoningBlock({ reasoningText, redactedContent }: JsonRecord): AssistantBlock[] {
  if (typeof redactedContent === 'string')
    return [{ kind: 'reasoning', text: '', isRedacted: true, seal: sealOf(redactedContent) }];
  if (!isRecord(reasoningText)) return [];
  const { text, signature } = reasoningText;
  return [
    {
      kind: 'reasoning',
      text: typeof text === 'string' ? text : '',
      ...(typeof signature === 'string' && signature !== '' && { seal: sealOf(signature) }),
    },
  ];
}

function callBlock({ toolUseId, name, input, type }: JsonRecord): AssistantBlock[] {
  if (type === 'server_tool_use') return [];
  if (typeof toolUseId !== 'string' || typeof name !== 'string')
    throw new Error('A call has no id or no name');
  return [{ kind: 'tool-call', id: toolUseId, name, argsText: writeArgs(input) || '{}' }];
}

function citedText({ content }: JsonRecord): string {
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/** A signature of this style. */
export function sealOf(value: string): Seal {
  return { dialect: 'converse', value };
}
