import { describe, expect, test } from 'vitest';
import { costBound } from '../../catalog/bounds.ts';
import { readRequest } from '../../dialects/chat-completions/request.ts';
import { readRequest as readCompletions } from '../../surfaces/completions/request.ts';
import { readRequest as readEmbeddings } from '../../surfaces/embeddings/request.ts';
import { estimateWorstCase } from './estimate.ts';

describe('worst case', () => {
  const model = { maxOutput: 1_000n, maxImageTokens: 500n };
  const route = { model: 'm', stream: false };
  const read = (body: object) =>
    readRequest(Buffer.from(JSON.stringify({ model: 'm', messages: [], ...body }))).size;

  test('text counts half a token a byte, output the cap of the client or of the model', () => {
    const request = read({});
    expect(estimateWorstCase(request, model)).toEqual({
      inputTokens: BigInt(Math.ceil(request.textBytes / 2)),
      outputTokens: 1_000n,
      calls: 1n,
    });
    expect(estimateWorstCase(read({ max_tokens: 70, n: 3 }), model).outputTokens).toBe(210n);
    // Responses take no cap below 16, and a conversion raises it.
    expect(estimateWorstCase(read({ max_tokens: 7, n: 3 }), model).outputTokens).toBe(48n);
    expect(estimateWorstCase(read({ max_tokens: 10_000 }), model).outputTokens).toBe(1_000n);
    const both = read({ max_tokens: 700, max_completion_tokens: 1 });
    expect(estimateWorstCase(both, model).outputTokens).toBe(700n);
  });

  test('who asks for no output is held for none', () => {
    const body = Buffer.from(JSON.stringify({ model: 'm', prompt: ['a', 'b'], max_tokens: 0 }));
    expect(estimateWorstCase(readCompletions(body).size, model).outputTokens).toBe(0n);
    const embedded = Buffer.from(JSON.stringify({ model: 'm', input: 'a' }));
    expect(estimateWorstCase(readEmbeddings(embedded, route).size, model).outputTokens).toBe(0n);
  });

  test('numbers of tokens are held as so many, not as the text that they are written in', () => {
    const tokens = Array.from({ length: 1_000 }, () => 100_000);
    for (const list of [tokens, [tokens.slice(500), tokens.slice(500)]]) {
      const body = (name: string) => Buffer.from(JSON.stringify({ model: 'm', [name]: list }, null, 1));
      const sizes = [readCompletions(body('prompt')).size, readEmbeddings(body('input'), route).size];
      for (const { inputTokens } of sizes.map((size) => estimateWorstCase(size, model))) {
        expect(inputTokens).toBeGreaterThanOrEqual(1_000n);
        expect(inputTokens).toBeLessThan(1_050n);
      }
    }
  });

  test('an image counts for what the model can count, not for its base64', () => {
    const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(1_000_000)}` } };
    const { inputTokens } = estimateWorstCase(
      read({ messages: [{ role: 'user', content: [part, part] }] }),
      model,
    );
    expect(inputTokens).toBeGreaterThanOrEqual(1_000n);
    expect(inputTokens).toBeLessThan(1_200n);
  });

  test('costs are rounded up once', () => {
    const bound = { model: 'm', group: 'g', input: 75_000n, output: 300_000n, call: 5n, metered: [] };
    // (10 x 75,000 + 1 x 300,000) / 1,000,000 = 1.05 units, rounded up, and 5 for the call.
    expect(costBound(bound, { inputTokens: 10n, outputTokens: 1n, calls: 1n })).toBe(7n);
    expect(costBound(bound, { inputTokens: 0n, outputTokens: 0n, calls: 0n })).toBe(0n);
  });
});
