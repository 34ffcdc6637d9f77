import { invalid, type VendorError } from '../chat-completions/vendor-error.ts';
import type { Item } from './item.ts';

const outputs: readonly Item['type'][] = ['function_call', 'custom_tool_call', 'reasoning'];

/** The vendor's rules: every call has an output, every output a call before it, and reasoning what it led to. */
export function checkCallOrder(items: Item[]): VendorError | null {
  const open = new Set<string>();
  for (const [index, { id, type, message }] of items.entries()) {
    for (const call of message?.calls ?? []) open.add(call.id);
    const isAnswer = type === 'function_call_output' || type === 'custom_tool_call_output';
    if (isAnswer && !open.delete(message?.callId ?? '')) {
      const words = `No tool call found for function call output with call_id ${message?.callId}.`;
      return invalid(words, 'input');
    }
    if (type === 'reasoning' && !isOutput(items[index + 1])) {
      const words = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
      return invalid(words, 'input');
    }
  }
  const [unanswered] = open;
  if (unanswered === undefined) return null;
  return invalid(`No tool output found for function call ${unanswered}.`, 'input');
}

/** Something that the model said. */
function isOutput(item: Item | undefined): boolean {
  if (item?.type === 'message') return item.message?.role === 'assistant';
  return outputs.some((type) => type === item?.type);
}
