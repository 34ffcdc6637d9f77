import type { World } from './world.ts';

export interface Question {
  key: string;
  model?: string;
  content?: string;
  stream?: boolean;
}

/** An answer that was read to its end, or to where it broke off. */
export interface Answered {
  status: number;
  /** The request's id; empty where no answer began. */
  id: string;
  headers: Headers;
  text: string;
}

/** Sends one chat completion and reads its answer to the end. */
export async function ask({ baseUrl }: Pick<World, 'baseUrl'>, question: Question): Promise<Answered> {
  const { key, model = 'call-model', content = 'hi', stream = false } = question;
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content }] }),
  });
  const { status, headers } = answer;
  const text = await answer.text().catch(() => '');
  return { status, headers, id: headers.get('x-request-id') ?? '', text };
}

/** Sends the same question so many times, a few at once; gives the answers in their order. */
export async function askMany(
  world: Pick<World, 'baseUrl'>,
  question: Question,
  count: number,
  atOnce = 10,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  while (answers.length < count) {
    const some = Math.min(atOnce, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: some }, () => ask(world, question)))));
  }
  return answers;
}

/** How many answers had which status. */
export function countStatuses(answers: readonly Answered[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
