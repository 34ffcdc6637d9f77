import type { Session } from './session.ts';

/** A response that is being said. */
export interface Running {
  isInConversation: boolean;
  cancel(reason: 'client_cancelled' | 'turn_detected'): void;
  /** The client has gone. */
  abandon(): void;
}

/** The id of the one that is said into the conversation, where one is. */
export function activeId({ running }: Session): string | undefined {
  return [...running].find(([, { isInConversation }]) => isInConversation)?.[0];
}
