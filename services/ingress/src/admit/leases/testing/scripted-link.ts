import type { Link } from '../link.ts';

/** A question that a replica asked, and that a test answers. */
export interface Question {
  key: string;
  args: readonly string[];
  answer(numbers: readonly number[]): void;
}

/** A link to a server that says what a test wants it to, when it wants it. Two replicas are there. */
export interface ScriptedLink extends Link {
  isThere: boolean;
  questions: Question[];
}

export function createScriptedLink(): ScriptedLink {
  const questions: Question[] = [];
  return {
    isThere: true,
    questions,
    replica: 'one',
    isJoined() {
      return this.isThere;
    },
    replicas: () => 2,
    run: (_script, key, args) =>
      new Promise((answer) => {
        questions.push({ key, args, answer });
      }),
    onJoined: () => undefined,
    close: async () => undefined,
  };
}
