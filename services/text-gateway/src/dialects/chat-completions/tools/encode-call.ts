import type { ToolCallBlock } from '../../../canon/blocks.ts';
import type { Seal } from '../../../canon/seal.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { writeThoughtSignature } from './thought-signature.ts';

/** A tool call in history or in a whole answer. Clients and upstreams parse arguments: none of them are `{}`. */
export function encodeCall({ id, name, argsText }: ToolCallBlock, seal: Seal | undefined): JsonRecord {
  return {
    id,
    type: 'function',
    function: { name, arguments: argsText || '{}' },
    ...(seal && writeThoughtSignature(seal)),
  };
}
