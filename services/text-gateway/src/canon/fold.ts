import type { AssistantBlock } from './blocks.ts';
import type { Ending } from './ending.ts';
import type { BlockStart, ReplyEvent, ReplyFault } from './events.ts';
import type { Usage } from './usage.ts';

/** A whole answer. */
export interface Reply {
  blocks: AssistantBlock[];
  usage?: Usage | undefined;
  /** Absent when the answer broke off. */
  ending?: Ending | undefined;
  fault?: ReplyFault | undefined;
}

/** Gathers the events of one answer, which keep the grammar, into the whole of it. */
export interface Fold {
  see(event: ReplyEvent): void;
  reply(): Reply;
}

export function createFold(): Fold {
  const blocks: { block: AssistantBlock; pieces: string[] }[] = [];
  let rest: Omit<Reply, 'blocks'> = {};

  return {
    see(event) {
      switch (event.kind) {
        case 'reply-start':
        case 'block-end':
          return;
        case 'block-start':
          blocks.push({ block: emptyBlock(event.block), pieces: [] });
          return;
        case 'block-delta':
          blocks[event.index]?.pieces.push(event.text);
          return;
        case 'block-seal': {
          const block = blocks[event.index]?.block;
          if (block && block.kind !== 'opaque' && block.kind !== 'refusal') block.seal = event.seal;
          return;
        }
        case 'usage':
          rest = { ...rest, usage: event.usage };
          return;
        case 'reply-end':
          rest = { ...rest, ending: event.ending };
          return;
        case 'fault':
          rest = { ...rest, fault: event.fault };
          return;
        default:
          event satisfies never;
      }
    },
    reply: () => ({ blocks: blocks.map(({ block, pieces }) => fill(block, pieces.join(''))), ...rest }),
  };
}

/** The whole of an answer whose events are all there. */
export function foldReply(events: Iterable<ReplyEvent>): Reply {
  const fold = createFold();
  for (const event of events) fold.see(event);
  return fold.reply();
}

function emptyBlock(start: BlockStart): AssistantBlock {
  switch (start.kind) {
    case 'text':
      return { kind: 'text', text: '' };
    case 'refusal':
      return { kind: 'refusal', text: '' };
    case 'reasoning':
      return { kind: 'reasoning', text: '', ...(start.isRedacted && { isRedacted: true }) };
    case 'tool-call':
      return { ...start, argsText: '' };
    case 'picture':
    case 'opaque':
      return start;
    default:
      return start satisfies never;
  }
}

function fill(block: AssistantBlock, text: string): AssistantBlock {
  if (block.kind === 'opaque' || block.kind === 'picture') return block;
  return block.kind === 'tool-call' ? { ...block, argsText: text } : { ...block, text };
}
