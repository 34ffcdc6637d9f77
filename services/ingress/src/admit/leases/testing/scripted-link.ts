import type { Link } from '../link/link.ts';

/** A question that a replica asked, and that a test answers. */
export interface Question {
  key: string;
  args: readonly string[];
  answer(numbers: readonly number[]): void;
  /** No answer comes. */
  lose(): void;
}

/** A link to a server that says what a test wants it to, when it wants it. Two replicas are there. */
export interface ScriptedLink extends Link {
  isThere: boolean;
  questions: Question[];
  /** The server is there again. */
  join(): void;
}

export function createScriptedLink(): ScriptedLink {
  const questions: Question[] = [];
  const listeners: (() => void)[] = [];
  return {
    isThere: true,
    questions,
    replica: 'one',
    isJoined() {
      return this.isThere;
    },
    replicas: () => 2,
    run: (_script, key, args) =>
      new Promise((answer, reject) => {
        questions.push({ key, args, answer, lose: () => reject(new Error('no answer')) });
      }),
    onJoined: (listener) => void listeners.push(listener),
    join() {
      this.isThere = true;
      for (const listener of listeners) listener();
    },
    close: async () => undefined,
  };
}
