import type { ReplyEvent } from '../../../canon/events.ts';
import type { Tool } from '../../../canon/request.ts';
import type { Seal } from '../../../canon/seal.ts';
import { createSequence } from '../../../canon/sequence.ts';
import { createFindTools } from '../../../canon/tools/find-tools.ts';
import type { JsonRecord } from '../../../json/read.ts';
import type { Ids } from '../../codec.ts';
import { type BlockWriter, openBlock } from './write-blocks.ts';
import { createMessageWriter } from './write-message.ts';
import { createOutput, type WireEvent } from './write-output.ts';

/** Writes the blocks of an answer as items, one behind the other. */
export interface ItemWriter {
  push(event: ReplyEvent): WireEvent[];
  /** No further block: ends the message or call that may be open. */
  close(status: 'completed' | 'incomplete'): WireEvent[];
  items: readonly JsonRecord[];
}

export function createItemWriter(ids: Ids, tools: readonly Tool[]): ItemWriter {
  const output = createOutput(ids);
  const message = createMessageWriter(output);
  const findTools = createFindTools(tools);
  // Clients take deltas for parts of the item that began last.
  const sequence = createSequence();
  let open: { writer: BlockWriter; pieces: string[]; seal?: Seal } | undefined;

  function write(event: ReplyEvent): WireEvent[] {
    switch (event.kind) {
      case 'block-start': {
        const before = open?.writer.close?.('completed') ?? [];
        const { events, writer } = openBlock(output, message, findTools, event.block);
        open = { writer, pieces: [] };
        return [...before, ...events];
      }
      case 'block-delta':
        open?.pieces.push(event.text);
        return open?.writer.delta(event.text) ?? [];
      case 'block-seal':
        if (open) open.seal = event.seal;
        return [];
      case 'block-end':
        return open?.writer.end(open.pieces.join(''), open.seal) ?? [];
      default:
        return [];
    }
  }

  return {
    items: output.items,
    push: (event) => sequence.push(event).flatMap(write),
    close: (status) => [...message.close(status), ...(open?.writer.close?.(status) ?? [])],
  };
}
