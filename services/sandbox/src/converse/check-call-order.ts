import type { Turn } from './read-messages.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/**
 * The vendor's rules about turns: the user's comes first, roles alternate, every call is answered at the beginning of the
 * turn right after it, and every answer is one to such a call.
 */
export function checkCallOrder(turns: Turn[]): VendorError | null {
  if (turns[0]?.role !== 'user')
    return invalid(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  let open: string[] = [];
  for (const [index, turn] of turns.entries()) {
    if (turn.role === turns[index - 1]?.role) return repeated;
    const error = turn.role === 'user' ? checkResults(turn, open, index) : checkCalls(turn);
    if (error) return error;
    open = idsOf(turn);
  }
  return open.length > 0 ? unanswered(open, turns.length) : null;
}

const repeated = invalid(
  'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between ' +
    'user and assistant roles and try again.',
);

function idsOf({ blocks }: Turn): string[] {
  return blocks.flatMap((block) => (block.type === 'toolUse' ? [block.id] : []));
}

function checkCalls(turn: Turn): VendorError | null {
  const ids = idsOf(turn);
  if (turn.blocks.some(({ type }) => type === 'toolResult'))
    return invalid('toolResult blocks can only be in user messages.');
  return new Set(ids).size < ids.length ? invalid('The toolUse blocks contain duplicate Ids.') : null;
}

function checkResults({ blocks }: Turn, open: string[], index: number): VendorError | null {
  if (blocks.some(({ type }) => type === 'toolUse'))
    return invalid('toolUse blocks can only be in assistant messages.');
  const answered = blocks.flatMap((block) => (block.type === 'toolResult' ? [block.callId] : []));
  if (new Set(answered).size < answered.length || answered.some((id) => !open.includes(id))) {
    const what = `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks`;
    return invalid(`${what} of previous turn.`);
  }
  // Results that come after other blocks count as absent.
  const firstOther = blocks.findIndex(({ type }) => type !== 'toolResult' && type !== 'cachePoint');
  const isInOrder =
    firstOther === -1 || blocks.findLastIndex(({ type }) => type === 'toolResult') < firstOther;
  const missing = isInOrder ? open.filter((id) => !answered.includes(id)) : open;
  return missing.length > 0 ? unanswered(missing, index) : null;
}

function unanswered(ids: string[], index: number): VendorError {
  return invalid(
    `Expected toolResult blocks at messages.${index}.content for the following Ids: ${ids.join(', ')}`,
  );
}
