import { expect, test } from 'vitest';
import { estimateWorstCase } from '../../relay/bills/estimate.ts';
import { readRequest } from './request.ts';

function pass(body: object, model = 'm'): unknown {
  const request = readRequest(Buffer.from(JSON.stringify(body)));
  return JSON.parse(request.passTo({ model, usageOnRequest: false }).body.toString('utf8'));
}

const base = { model: 'm', messages: [], max_tokens: 5 };

test('a bound on output is added where there is none', () => {
  const { max_tokens: _, ...unbounded } = base;
  expect(pass(unbounded)).toEqual({ ...base, max_tokens: 8_192 });
  expect(readRequest(Buffer.from(JSON.stringify(unbounded))).size.maxOutput).toBe(8_192);
});

test('the bound that is added is no larger than the model’s', () => {
  const request = readRequest(Buffer.from('{"model":"m","messages":[]}'));
  const { body } = request.passTo({ model: 'm', usageOnRequest: false, maxOutputTokens: 4_096 });
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({ max_tokens: 4_096 });
});

test('effort moves to where the vendor has it, unless something stands there', () => {
  expect(pass({ ...base, effort: 'low' })).toEqual({ ...base, output_config: { effort: 'low' } });
  const config = { effort: 'high', format: { type: 'json_schema' } };
  expect(pass({ ...base, effort: 'low', output_config: config })).toEqual({ ...base, output_config: config });
});

test('a mapped model is named as the upstream has it', () => {
  expect(pass(base, 'upstream')).toEqual({ ...base, model: 'upstream' });
});

test('images count by their number, files by their bytes as well', () => {
  const source = (data: string) => ({ type: 'base64', data: data + 'A'.repeat(10_000) });
  const content = [
    { type: 'image', source: source('iVBOR') },
    { type: 'document', source: source('JVBERi') },
  ];
  const { size } = readRequest(
    Buffer.from(JSON.stringify({ ...base, messages: [{ role: 'user', content }] })),
  );
  expect(size).toMatchObject({ imageParts: 1, fileParts: 1, fileBytes: 10_006 });
  expect(size.textBytes).toBeLessThan(1_000);
  const bound = { maxOutput: 1n, maxImageTokens: 50_000n };
  expect(estimateWorstCase(size, bound).inputTokens).toBeGreaterThan(100_000n + 5_003n);
});

test('a bound of nothing, which fills the vendor’s cache, passes', () => {
  expect(pass({ ...base, max_tokens: 0 })).toEqual({ ...base, max_tokens: 0 });
});

test.each([-1, 1.5, '5', true])('max_tokens %j is refused', (maxTokens) => {
  expect(() => pass({ ...base, max_tokens: maxTokens })).toThrow('max_tokens');
});

test.each([{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_of_somebody' }])(
  'a thread that the vendor would hold is refused in its own word: %j',
  (thread) => {
    expect(() => pass({ ...base, thread })).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ status: 400, code: 'thread_unsupported_request', param: 'thread' }),
      }),
    );
    expect(pass({ ...base, thread: null })).toEqual({ ...base, thread: null });
  },
);
