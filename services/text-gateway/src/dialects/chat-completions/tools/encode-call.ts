import type { ToolCallBlock } from '../../../canon/blocks.ts';
import type { Seal } from '../../../canon/seal.ts';
import { readInput } from '../../../canon/tools/freeform/input-reader.ts';
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

/** A call of a freeform tool, in a whole answer. */
export function encodeFreeform({ id, name, argsText }: ToolCallBlock, seal: Seal | undefined): JsonRecord {
  return {
    id,
    type: 'custom',
    custom: { name, input: readInput(argsText) },
    ...(seal && writeThoughtSignature(seal)),
  };
}
