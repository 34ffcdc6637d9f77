/**
 * `functionResponse.response` is an object whose meaning is left to its author. Text goes in as `result`, the text of an
 * error as `error`; these and the vendor's `output` are read back as text, and any other object as the JSON that it is.
 */
import type { ResultBlock, ToolResultBlock } from '../../../canon/blocks.ts';
import type { JsonRecord } from '../../../json/read.ts';

export function decodeResponse(response: JsonRecord): Pick<ToolResultBlock, 'blocks' | 'isError'> {
  const [name, ...others] = Object.keys(response);
  const isKnown = others.length === 0 && (name === 'result' || name === 'output' || name === 'error');
  const value = isKnown ? response[name] : response;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const blocks: ResultBlock[] = text === '' ? [] : [{ kind: 'text', text }];
  return { blocks, ...(isKnown && name === 'error' && { isError: true }) };
}

export function encodeResponse({ blocks, isError }: ToolResultBlock): JsonRecord {
  const text = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
  return isError ? { error: text } : { result: text };
}
