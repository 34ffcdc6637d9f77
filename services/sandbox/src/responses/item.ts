// Only this dialect has items beside messages, so they are read before they become messages.
import type { Message } from '../answer/question.ts';

/** One item of a conversation. */
export interface Item {
  id: string | null;
  type: 'message' | 'function_call' | 'function_call_output' | 'reasoning' | 'compaction';
  /** Null for reasoning, which is no part of what was said. */
  message: Message | null;
}
