/** Errors under a status of success, in odd forms, and members that are none. */
import { expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { foldReply } from '../canon/fold.ts';
import { passage as embeddings } from '../surfaces/embeddings/passage.ts';
import { errorInEvent } from './error-in-event.ts';
import { dialects } from './index.ts';

const readError = (name: DialectName, body: unknown): unknown =>
  dialects[name].passage.readWhole(Buffer.from(JSON.stringify(body)), undefined).error;

const empties = ['', false, 0, null, {}, { message: '', type: '', param: null, code: 0 }];
const said = { code: 429, type: 'RateLimitError', message: 'Slow down' };

test.each<[DialectName, object, unknown]>([
  ['chat-completions', { object: 'error', ...said, param: null }, said],
  ['chat-completions', { code: 'Throttling', message: 'Slow down', choices: null }, { code: 'Throttling' }],
  ['messages', { error: said }, said],
  ['messages', { type: 'error', error: '' }, 'error'],
  ['messages', { content: null, error: said }, said],
])('%s: %j', (name, body, error) => {
  expect(readError(name, body)).toMatchObject(error as object);
});

test.each<[DialectName, object]>([
  ['chat-completions', { code: 200, message: 'ok', choices: [{ message: { content: 'Hi' } }] }],
  ['messages', { type: 'message', content: [{ type: 'text', text: 'Hi' }], error: null }],
  ['messages', { type: 'message', content: [{ type: 'text', text: 'Hi' }], error: {} }],
])('an answer is none: %s, %j', (name, body) => {
  expect(readError(name, body)).toBeUndefined();
});

test.each<[DialectName, object]>([
  ['chat-completions', { choices: [{ message: { content: 'Hi' } }] }],
  ['messages', { type: 'message', content: [{ type: 'text', text: 'Hi' }] }],
  ['responses', { output: [] }],
  ['generate-content', { candidates: [] }],
])('an empty one says nothing: %s', (name, answer) => {
  for (const error of empties) expect(readError(name, { ...answer, error })).toBeUndefined();
});

test.each(empties)('the same is %j in vectors and in streams', (error) => {
  const vectors = Buffer.from(JSON.stringify({ data: [{ embedding: [1] }], error }));
  expect(embeddings.readWhole(vectors, undefined).error).toBeUndefined();
  const tap = dialects['generate-content'].passage.createTap({
    model: undefined,
    dropUsage: false,
    choices: 1,
  });
  const data = Buffer.from(JSON.stringify({ candidates: [], error }));
  tap.see({ raw: data, data });
  expect(tap.error).toBeUndefined();
  expect(errorInEvent('transcript.text.delta', () => error)).toBeUndefined();
});

test.each(['', null, {}])('an event of messages that is an error is one, whatever it says: %j', (error) => {
  const tap = dialects.messages.passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const data = Buffer.from(JSON.stringify({ type: 'error', error }));
  tap.see({ raw: data, data });
  expect(tap.error).toBeTruthy();
});

test.each<[DialectName, object]>([
  ['chat-completions', { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] }],
  ['messages', { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }],
  [
    'responses',
    { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] },
  ],
  ['generate-content', { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }],
])('an empty one takes nothing of a converted answer: %s', (name, answer) => {
  for (const error of empties) {
    const reply = foldReply(dialects[name].codec.decodeReply({ ...answer, error }, { requestId: 'r' }));
    expect(reply.fault).toBeUndefined();
    expect(reply.blocks).toMatchObject([{ kind: 'text', text: 'Hi' }]);
  }
});
