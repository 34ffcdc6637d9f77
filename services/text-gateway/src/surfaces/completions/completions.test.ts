import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { noUsage } from '../../canon/usage.ts';
import { codec } from './codec.ts';

const route = { model: '', stream: false };
const decode = (body: object) => codec.decodeRequest({ model: 'm', prompt: 'Say', ...body }, route);

describe('a request', () => {
  test('says its prompt as a user', () => {
    const body = { prompt: ['Say'], max_tokens: 5, stop: 'x', temperature: 0.5, user: 'u', stream: true };
    expect(decode({ ...body, stream_options: { include_usage: true } })).toMatchObject({
      model: 'm',
      turns: [{ from: 'user', blocks: [{ kind: 'text', text: 'Say' }] }],
      maxOutputTokens: 5,
      stop: ['x'],
      sampling: { temperature: 0.5 },
      endUser: 'u',
      stream: true,
      includeUsage: true,
      extras: {},
    });
  });

  test('names what is lost', () => {
    const lost = { suffix: '!', best_of: 2, logprobs: 3, logit_bias: {} };
    expect(Object.keys(decode({ ...lost, best_of: 2 }).extras).sort()).toEqual(Object.keys(lost).sort());
    expect(decode({ best_of: 1, suffix: null }).extras).toEqual({});
  });

  test.each([
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
    ['prompt', { prompt: [[1, 2]] }],
    ['n', { n: 2 }],
    ['max_tokens', { max_tokens: 0 }],
    ['stop[0]', { stop: [1] }],
  ])('a bad %s is a 400 that names it: %j', (param, body) => {
    const refused = (() => {
      try {
        decode(body);
      } catch (error) {
        return faultOf(error);
      }
    })();
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param });
  });
});

const events: ReplyEvent[] = [
  { kind: 'reply-start' },
  { kind: 'block-start', index: 0, block: { kind: 'reasoning' } },
  { kind: 'block-delta', index: 0, text: 'Hm' },
  { kind: 'block-end', index: 0 },
  { kind: 'block-start', index: 1, block: { kind: 'text' } },
  { kind: 'block-delta', index: 1, text: 'H' },
  { kind: 'block-delta', index: 1, text: 'i' },
  { kind: 'block-end', index: 1 },
  { kind: 'usage', usage: { ...noUsage, inputFresh: 3, outputVisible: 2 } },
  { kind: 'reply-end', ending: { reason: 'tool-calls' } },
];
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const callOf = (body: object) => ({ requestId: '01a1-b', createdAt: 7, request: decode(body) });
const head = { id: 'cmpl-01a1b', object: 'text_completion', created: 7, model: 'm' };

function stream(body: object): unknown[] {
  const encoder = codec.createStreamEncoder(callOf(body));
  const frames = events.map((event) => encoder.push(event)).join('');
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => frame.replace('data: ', ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)));
}

test('a whole answer is what was said, and no tool stops it', () => {
  const choice = { text: 'Hi', index: 0, logprobs: null, finish_reason: 'stop' };
  const whole = codec.encodeReply(foldReply(events), callOf({}));
  expect(whole).toMatchObject({ ...head, choices: [choice], usage });
});

test('an answer repeats its prompt where that is asked for', () => {
  const whole = codec.encodeReply(foldReply(events), callOf({ echo: true }));
  expect(whole).toMatchObject({ choices: [{ text: 'SayHi' }] });
  expect(stream({ echo: true })[0]).toMatchObject({ choices: [{ text: 'Say' }] });
});

test('a stream is the same piece by piece', () => {
  const chunk = (text: string, reason: string | null = null) => ({
    ...head,
    choices: [{ text, index: 0, logprobs: null, finish_reason: reason }],
  });
  expect(stream({})).toEqual([chunk('H'), chunk('i'), chunk('', 'stop'), '[DONE]']);
  const counted = stream({ stream: true, stream_options: { include_usage: true } });
  expect(counted.slice(0, 3)).toEqual(
    [chunk('H'), chunk('i'), chunk('', 'stop')].map((one) => ({ ...one, usage: null })),
  );
  expect(counted.slice(3)).toMatchObject([{ ...head, choices: [], usage }, '[DONE]']);
});
