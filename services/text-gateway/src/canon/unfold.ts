import type { AssistantBlock } from './blocks.ts';
import type { BlockStart, ReplyEvent } from './events.ts';
import type { Reply } from './fold.ts';

/** The events of a whole answer: what a decoder of whole answers gives, once it has the blocks. */
export function unfoldReply({ blocks, usage, ending, fault }: Reply): ReplyEvent[] {
  const events: ReplyEvent[] = [{ kind: 'reply-start' }];
  for (const [index, block] of blocks.entries()) {
    events.push({ kind: 'block-start', index, block: startOf(block) });
    const text = textOf(block);
    if (text !== '') events.push({ kind: 'block-delta', index, text });
    if (block.kind !== 'opaque' && block.kind !== 'refusal' && block.seal)
      events.push({ kind: 'block-seal', index, seal: block.seal });
    events.push({ kind: 'block-end', index });
  }
  if (usage) events.push({ kind: 'usage', usage });
  if (ending) events.push({ kind: 'reply-end', ending });
  if (fault) events.push({ kind: 'fault', fault });
  return events;
}

/** What a block is, as it begins. */
export function startOf(block: AssistantBlock): BlockStart {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return { kind: block.kind };
    case 'reasoning':
      return { kind: 'reasoning', ...(block.isRedacted && { isRedacted: true }) };
    case 'tool-call':
      return { kind: 'tool-call', id: block.id, name: block.name };
    case 'picture':
      return { kind: 'picture', mediaType: block.mediaType, base64: block.base64 };
    case 'opaque':
      return block;
    default:
      return block satisfies never;
  }
}

/** All text of a block, or the JSON of a call's arguments. */
export function textOf(block: AssistantBlock): string {
  if (block.kind === 'opaque' || block.kind === 'picture') return '';
  return block.kind === 'tool-call' ? block.argsText : block.text;
}
