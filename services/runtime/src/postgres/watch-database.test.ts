import { expect, onTestFinished, test } from 'vitest';
import { createHealth } from '../health.ts';
import { createLog } from '../log.ts';
import { waitFor } from '../testing/wait-for.ts';
import { watchDatabase } from './watch-database.ts';

test('a database that hangs is away until another question is answered, and what it says too late is not used', async () => {
  const health = createHealth();
  health.started();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const asked: ((answer: string) => void)[] = [];
  const answers: string[] = [];
  void watchDatabase({
    ask: () => new Promise<string>((resolve) => asked.push(resolve)),
    onAnswer: (answer) => answers.push(answer),
    everyMs: 1,
    withinMs: 50,
    log: createLog('test', 'silent'),
    condition: health.condition('database'),
    signal: over.signal,
  });
  await waitFor(() => asked.length >= 2, 'it is asked again');
  expect(health.report().waitingFor).toEqual(['database: the database does not answer']);
  asked[0]?.('late');
  await waitFor(() => {
    asked.at(-1)?.('in time');
    return health.report().ready;
  }, 'it answers');
  expect(new Set(answers)).toEqual(new Set(['in time']));
});
