// Only this dialect has items beside messages, so they are read before they become messages.
import type { Message } from '../answer/question.ts';

/** One item of a conversation. */
export interface Item {
  id: string | null;
  type:
    | 'message'
    | 'function_call'
    | 'function_call_output'
    | 'custom_tool_call'
    | 'custom_tool_call_output'
    | 'additional_tools'
    | 'reasoning'
    | 'compaction';
  /** Null for reasoning and for tools, which are no part of what was said. */
  message: Message | null;
  /** Those that it adds to the request's own. */
  tools?: unknown[];
}
