import { models } from '../configuration.ts';
import { ask } from './ask.ts';
import { noteTrouble, type Tally } from './tally.ts';

/** One request after the other, each to another service, until told to stop. */
export async function keepAsking(
  baseUrl: string,
  { tally, signal, number }: { tally: Tally; signal: AbortSignal; number: number },
): Promise<void> {
  const messages = [{ role: 'user', content: 'a short question' }];
  const requests: readonly (readonly [path: string, body?: unknown])[] = [
    ['/v1/chat/completions', { model: models.text, messages }],
    ['/v1/models'],
    ['/api/usage/token'],
    ['/api/status'],
    ['/'],
    ['/v1/messages', { model: models.text, messages, max_tokens: 100 }],
  ];
  for (let turn = number; !signal.aborted; turn += 1) {
    const [path, body] = requests[turn % requests.length] ?? ['/'];
    tally.requests += 1;
    try {
      const answer = await ask(baseUrl + path, body);
      if ((await answer.text()) === '') throw new Error('an empty answer');
    } catch (error) {
      tally.requestsFailed += 1;
      noteTrouble(tally, path, error);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Between two requests of a client: this is no benchmark. */
const pauseMs = 100;
