import { expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { decodeReply } from './decode-reply.ts';

const ids = { requestId: 'r' };

test.each([[null], ['text'], [[]], [{}], [{ content: [{ type: 'text' }] }]])(
  'a body that is no answer is nobody’s bad request: %j',
  (body) => {
    expect(() => decodeReply(body, ids)).toThrow(expect.objectContaining({ constructor: Error }));
  },
);

test('an error in the place of an answer is a fault', () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  expect(foldReply(decodeReply(body, ids))).toEqual({
    blocks: [],
    fault: { type: 'overloaded_error', message: 'Overloaded' },
  });
});

test.each([
  ['refusal', 'filtered'],
  ['model_context_window_exceeded', 'context-exceeded'],
  ['pause_turn', 'paused'],
  ['something_new', 'complete'],
  [null, 'complete'],
])('an answer that ended with %s', (stop_reason, reason) => {
  expect(foldReply(decodeReply({ content: [], stop_reason }, ids)).ending).toEqual({ reason });
});

test.each([
  [
    { type: 'text', text: null },
    { kind: 'text', text: '' },
  ],
  [
    { type: 'thinking', signature: 's' },
    { kind: 'reasoning', text: '' },
  ],
  [
    { type: 'thinking', thinking: null },
    { kind: 'reasoning', text: '' },
  ],
])('a block that says nothing takes nothing of the answer: %j', (block, read) => {
  const content = [block, { type: 'text', text: 'Hi' }];
  const { blocks } = foldReply(decodeReply({ content, stop_reason: 'end_turn' }, ids));
  expect(blocks).toMatchObject([read, { kind: 'text', text: 'Hi' }]);
});

test.each([{}, { type: '', message: '' }])(
  'an error %j beside content takes nothing of the answer',
  (error) => {
    const content = [{ type: 'text', text: 'Hi' }];
    const { blocks, fault } = foldReply(decodeReply({ content, stop_reason: 'end_turn', error }, ids));
    expect([blocks, fault]).toMatchObject([[{ kind: 'text', text: 'Hi' }], undefined]);
  },
);
