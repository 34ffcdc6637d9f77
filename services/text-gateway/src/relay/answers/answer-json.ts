import type { Answer } from './answer.ts';

/** Answers with what the gateway knows by itself. */
export function answerJson(answer: Answer, value: object): void {
  answer.head(200, [{ name: 'content-type', value: 'application/json' }], Buffer.alloc(0));
  answer.data(Buffer.from(JSON.stringify(value)));
  answer.end(0n);
}
