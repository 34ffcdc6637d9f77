import { expect, test } from 'vitest';
import { decodeRequest } from '../decode-request.ts';

const question = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
const decode = (body: object) => decodeRequest({ ...question, ...body });

test.each([
  [{}, undefined],
  [{ reasoning_effort: 'low' }, { effort: 'low', isShown: true }],
  [{ reasoning_effort: 'none' }, { effort: 'none' }],
  [{ reasoning_effort: 'max' }, { effort: 'max', isShown: true }],
  [{ reasoning: { effort: 'high' } }, { effort: 'high', isShown: true }],
  [{ reasoning: { effort: 'high', exclude: true } }, { effort: 'high', isShown: false }],
  [{ reasoning: { max_tokens: 2_000 } }, { budgetTokens: 2_000, isShown: true }],
  [{ reasoning: { enabled: true } }, { isShown: true }],
  [{ reasoning: { enabled: false, effort: 'high' } }, { effort: 'none' }],
  [{ reasoning: { effort: 'none' } }, { effort: 'none' }],
  [{ reasoning: { exclude: true } }, undefined],
  [{ reasoning: {} }, undefined],
  [{ thinking: { type: 'enabled', budget_tokens: 4_000 } }, { budgetTokens: 4_000, isShown: true }],
  [{ thinking: { type: 'enabled' } }, { isShown: true }],
  [{ thinking: { type: 'adaptive' } }, { isShown: true }],
  [{ thinking: { type: 'disabled' } }, { effort: 'none' }],
  [{ thinking: { type: 'auto' } }, undefined],
  [{ thinking: { type: 'between_tools' } }, undefined],
  [{ thinking: {} }, undefined],
  [
    { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    { effort: 'low', isShown: true },
  ],
])('%j asks for %j, and is nothing that others have no place for', (body, reasoning) => {
  const request = decode(body);
  expect(request.reasoning).toEqual(reasoning);
  expect(request.extras).toEqual({});
});

test('a member of the same name that is no object is of another vendor still', () => {
  const request = decode({ reasoning: true, thinking: 'yes' });
  expect(request.reasoning).toBeUndefined();
  expect(request.extras).toEqual({ reasoning: true, thinking: 'yes' });
});
