import type { Turn } from './read-messages.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/**
 * The vendor's rules about turns: the user's comes first, roles alternate, every call is answered at the beginning
 * of the turn right after it, and every answer is one to such a call. Conversions between dialects break them easily.
 */
export function checkCallOrder(turns: Turn[]): VendorError | null {
  const said = turns.filter(({ role }) => role !== 'system');
  if (said[0]?.role !== 'user') return invalid('messages: first message must use the "user" role');
  let open: string[] = [];
  let before: Turn | null = null;
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'system') continue;
    if (turn.role === before?.role) return repeated(turn.role);
    const error = turn.role === 'user' ? checkResults(turn, open, index) : checkCalls(turn);
    if (error) return error;
    open = idsOf(turn);
    before = turn;
  }
  return open.length > 0 ? unanswered(open, turns.length - 1) : null;
}

function idsOf({ blocks }: Turn): string[] {
  return blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function checkCalls(turn: Turn): VendorError | null {
  const ids = idsOf(turn);
  return new Set(ids).size < ids.length ? invalid('messages: `tool_use` ids must be unique') : null;
}

function checkResults({ blocks }: Turn, open: string[], index: number): VendorError | null {
  const answered = new Set<string>();
  for (const [position, block] of blocks.entries()) {
    if (block.type === 'tool_use')
      return invalid('messages: `tool_use` blocks can only be in assistant messages');
    if (block.type !== 'tool_result') continue;
    const { callId } = block;
    if (!open.includes(callId)) return unasked(callId, `messages.${index}.content.${position}`);
    if (answered.has(callId)) {
      const message = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${callId}`;
      return invalid(`messages.${index}.content.${position}: ${message}`);
    }
    answered.add(callId);
  }
  // Results that come after other blocks count as absent.
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
  const isInOrder =
    blocks.findLastIndex(({ type }) => type === 'tool_result') < firstOther || firstOther === -1;
  const missing = isInOrder ? open.filter((id) => !answered.has(id)) : open;
  return missing.length > 0 ? unanswered(missing, index - 1) : null;
}

function repeated(role: string): VendorError {
  return invalid(
    'messages: roles must alternate between "user" and "assistant", but found multiple ' +
      `"${role}" roles in a row`,
  );
}

function unasked(id: string, path: string): VendorError {
  return invalid(
    `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must ` +
      'have a corresponding `tool_use` block in the previous message.',
  );
}

function unanswered(ids: string[], index: number): VendorError {
  return invalid(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}
