import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

test('documents are ranked, and the query is counted with each', async () => {
  const { post, log } = await startSandbox();
  const documents = ['red stones', 'a blue sky', { text: 'blue' }];
  const answer = await post('/v1/rerank', { model: 'jina', query: 'blue sky', documents, top_n: 2 });
  expect(await answer.json()).toEqual({
    model: 'jina',
    results: [
      { index: 1, relevance_score: 1, document: { text: 'a blue sky' } },
      { index: 2, relevance_score: 0.5, document: { text: '{"text":"blue"}' } },
    ],
    usage: { prompt_tokens: 15, total_tokens: 15 },
  });
  expect(await log()).toMatchObject([{ dialect: 'rerank', usage: { inputTokens: 15 } }]);
});
