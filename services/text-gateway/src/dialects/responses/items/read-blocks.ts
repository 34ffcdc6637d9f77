/** The blocks of a streamed answer. Items hold parts that are blocks each, so a block is told by two numbers. */
import type { AssistantBlock } from '../../../canon/blocks.ts';
import type { BlockStart, ReplyEvent } from '../../../canon/events.ts';
import type { Seal } from '../../../canon/seal.ts';
import { writeArgs } from '../../../canon/tools/args.ts';
import { beforeInput, escapeInput } from '../../../canon/tools/freeform/args.ts';
import { startOf, textOf } from '../../../canon/unfold.ts';
import { isRecord, type JsonRecord, textIn } from '../../../json/read.ts';
import { betweenThoughts, readItem } from './read-item.ts';

export interface BlockReader {
  /** An item begins; its blocks begin with their first text, or when the item is settled. */
  add(event: JsonRecord): ReplyEvent[];
  /** More of a message. */
  say(kind: 'text' | 'refusal', event: JsonRecord): ReplyEvent[];
  /** The whole of it: gives what had not come. */
  sayRest(kind: 'text' | 'refusal', event: JsonRecord, whole: unknown): ReplyEvent[];
  /** More of a thought. */
  think(event: JsonRecord): ReplyEvent[];
  /** More of a call's arguments. */
  call(event: JsonRecord): ReplyEvent[];
  /** All of them: gives what had not come. */
  callRest(event: JsonRecord): ReplyEvent[];
  /** More of the text of a freeform call. */
  input(event: JsonRecord): ReplyEvent[];
  /** An item is whole: gives what had not come of it. */
  settle(outputIndex: unknown, item: unknown): ReplyEvent[];
  /** The answer is whole: settles what was not of its items, each with its place, and ends every block. */
  end(output: readonly (readonly [outputIndex: number, item: unknown])[]): ReplyEvent[];
  readonly hasCalls: boolean;
}

interface OpenBlock {
  index: number;
  kind: BlockStart['kind'];
  text: string;
  /** Which piece of a thought came last. */
  piece?: string | undefined;
}

interface OpenItem {
  item?: JsonRecord | undefined;
  blocks: Map<number, OpenBlock>;
}

/** The kinds of blocks whose seal is the next item. */
const sealedBehind: readonly BlockStart['kind'][] = ['text', 'tool-call', 'picture'];

export function createBlockReader(): BlockReader {
  const items = new Map<number, OpenItem>();
  const settled = new Set<number>();
  let begun = 0;
  let hasCalls = false;
  /** The last block's end waits, because the seal of the block may be the next item. */
  let ending: { index: number; kind: BlockStart['kind'] } | undefined;

  function openItem(outputIndex: number): OpenItem {
    const open = items.get(outputIndex) ?? { blocks: new Map() };
    items.set(outputIndex, open);
    return open;
  }

  function release(): ReplyEvent[] {
    if (ending === undefined) return [];
    const { index } = ending;
    ending = undefined;
    return [{ kind: 'block-end', index }];
  }

  function begin(block: BlockStart): ReplyEvent[] {
    if (block.kind === 'tool-call') hasCalls = true;
    const start: ReplyEvent = { kind: 'block-start', index: begun, block };
    begun += 1;
    return [...release(), start];
  }

  function endLater(block: { index: number; kind: BlockStart['kind'] }): ReplyEvent[] {
    const before = release();
    ending = block;
    return before;
  }

  function goOn(
    event: JsonRecord,
    part: number,
    start: BlockStart | undefined,
    piece?: string,
  ): ReplyEvent[] {
    const { output_index: outputIndex, delta } = event;
    if (typeof outputIndex !== 'number' || settled.has(outputIndex)) return [];
    if (typeof delta !== 'string' || delta === '') return [];
    const { blocks } = openItem(outputIndex);
    let open = blocks.get(part);
    const events: ReplyEvent[] = [];
    if (!open) {
      if (!start) return [];
      open = { index: begun, kind: start.kind, text: '', piece };
      blocks.set(part, open);
      events.push(...begin(start));
    }
    const isNewPiece = piece !== undefined && piece !== open.piece;
    const text = isNewPiece ? betweenThoughts + delta : delta;
    open.piece = piece;
    open.text += text;
    return [...events, { kind: 'block-delta', index: open.index, text }];
  }

  /** The event as one of what had not come of this whole. */
  function asRest(event: JsonRecord, part: number, whole: unknown): JsonRecord {
    const { output_index: outputIndex } = event;
    const open = typeof outputIndex === 'number' ? items.get(outputIndex)?.blocks.get(part) : undefined;
    return { ...event, delta: restOf(textIn(whole), open?.text ?? '') };
  }

  function startOfCall({ output_index: outputIndex }: JsonRecord, type: string): BlockStart | undefined {
    const item = typeof outputIndex === 'number' ? items.get(outputIndex)?.item : undefined;
    const [block] = item?.type === type ? readItem(item).blocks : [];
    return block && startOf(block);
  }

  function sealPrevious(seal: Seal): ReplyEvent[] {
    if (!ending || !sealedBehind.includes(ending.kind)) return [];
    return [{ kind: 'block-seal', index: ending.index, seal }, ...release()];
  }

  function settleBlock(block: AssistantBlock, open: OpenBlock | undefined): ReplyEvent[] {
    const index = open?.index ?? begun;
    const events = open ? [] : begin(startOf(block));
    const rest = restOf(textOf(block), open?.text ?? '');
    if (rest !== '') events.push({ kind: 'block-delta', index, text: rest });
    if (block.kind !== 'opaque' && block.kind !== 'refusal' && block.seal)
      events.push({ kind: 'block-seal', index, seal: block.seal });
    events.push(...endLater({ index, kind: block.kind }));
    return events;
  }

  function settle(outputIndex: unknown, item: unknown): ReplyEvent[] {
    if (typeof outputIndex !== 'number' || !isRecord(item) || settled.has(outputIndex)) return [];
    settled.add(outputIndex);
    const { blocks: open } = openItem(outputIndex);
    items.delete(outputIndex);
    const { blocks, sealOfPrevious } = readItem(item);
    const events = sealOfPrevious
      ? sealPrevious(sealOfPrevious)
      : blocks.flatMap((block, part) => settleBlock(block, open.get(part)));
    // What came in pieces and is no part of the whole.
    const rest = [...open].filter(([part]) => sealOfPrevious || blocks[part] === undefined);
    return [...events, ...rest.flatMap(([, block]) => endLater(block))];
  }

  return {
    add({ output_index: outputIndex, item }) {
      if (typeof outputIndex === 'number' && isRecord(item)) openItem(outputIndex).item = item;
      return [];
    },
    say: (kind, event) => goOn(event, partOf(event), { kind }),
    sayRest: (kind, event, whole) => goOn(asRest(event, partOf(event), whole), partOf(event), { kind }),
    think(event) {
      const piece = `${numberOr(event.summary_index, 'content')}/${numberOr(event.content_index, 'summary')}`;
      return goOn(event, 0, { kind: 'reasoning' }, piece);
    },
    call: (event) => goOn(event, 0, startOfCall(event, 'function_call')),
    callRest: (event) =>
      goOn(asRest(event, 0, writeArgs(event.arguments)), 0, startOfCall(event, 'function_call')),
    input(event) {
      if (typeof event.delta !== 'string' || event.delta === '') return [];
      const isBegun = typeof event.output_index === 'number' && items.get(event.output_index)?.blocks.has(0);
      const delta = (isBegun ? '' : beforeInput) + escapeInput(event.delta);
      return goOn({ ...event, delta }, 0, startOfCall(event, 'custom_tool_call'));
    },
    settle,
    end(output) {
      const late = output.flatMap(([outputIndex, item]) => settle(outputIndex, item));
      const cut = [...items.values()].flatMap(({ blocks }) => [...blocks.values()]);
      return [...late, ...cut.flatMap(endLater), ...release()];
    },
    get hasCalls() {
      return hasCalls;
    },
  };
}

/** What of a whole text had not come in pieces. Where the two differ, the pieces have passed and stand. */
function restOf(whole: string, said: string): string {
  return whole.startsWith(said) ? whole.slice(said.length) : '';
}

function numberOr(value: unknown, word: string): number | string {
  return typeof value === 'number' ? value : word;
}

function partOf({ content_index: index }: JsonRecord): number {
  return typeof index === 'number' ? index : 0;
}
