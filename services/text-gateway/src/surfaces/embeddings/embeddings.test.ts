/** Embeddings from each style over each upstream that has another. */
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import type { WireName } from '../../canon/dialect-name.ts';
import { recordLosses } from '../../canon/losses.ts';
import { findEmbeddingUpstream, findSurface } from '../index.ts';
import { convertEmbeddings } from '../vectors/convert-embeddings.ts';

const openai = { model: 'm', input: ['a', 'b'], dimensions: 2, user: 'u' };
const content = (text: string) => ({ parts: [{ text }] });
const batch = {
  requests: ['a', 'b'].map((text) => ({
    ...{ model: 'models/m', content: content(text), taskType: 'RETRIEVAL_QUERY' },
    outputDimensionality: 2,
  })),
};
const vectors = [
  [0.5, -1],
  [2, 0.25],
];

function convert(dialect: Dialect, operation: Operation, style: WireName, body: object) {
  const to = findSurface(dialect, operation)?.embedding;
  const from = findEmbeddingUpstream(style);
  if (!to || !from) throw new Error('There is no such conversion');
  const losses = recordLosses();
  const converted = convertEmbeddings(
    to.decodeRequest(body, 'm'),
    { to, from },
    { model: 'up', members: {}, countInput: () => 7 },
    losses,
  );
  return {
    sent: JSON.parse(converted.body.toString()),
    dropped: losses.dropped,
    answer: (reply: object) => {
      const whole = converted.readWhole(Buffer.from(JSON.stringify(reply)), undefined);
      return { ...whole, body: JSON.parse(whole.body.toString()) };
    },
  };
}

const fromOpenAi = (body: object) =>
  convert(Dialect.CHAT_COMPLETIONS, Operation.EMBED, 'batch-embed-contents', body);
const googlesAnswer = { embeddings: vectors.map((values) => ({ values })) };

describe('OpenAI over Google', () => {
  test('texts become requests, and values vectors; what older models do not count is shown as it is billed', () => {
    const { sent, dropped, answer } = fromOpenAi(openai);
    expect(sent).toEqual({
      requests: ['a', 'b'].map((text) => ({
        ...{ model: 'models/up', content: content(text), outputDimensionality: 2 },
      })),
    });
    expect(dropped).toEqual(['user']);
    const { body, usage } = answer(googlesAnswer);
    expect(body).toEqual({
      object: 'list',
      model: 'm',
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      usage: { prompt_tokens: 7, total_tokens: 7 },
    });
    expect(usage).toBeUndefined();
  });

  test('one text is one, and what newer models count is billed and shown', () => {
    const { answer } = fromOpenAi({ model: 'm', input: 'a' });
    const usageMetadata = { promptTokenCount: 5 };
    const { body, usage } = answer({ embeddings: [{ values: [1] }], usageMetadata });
    expect(usage).toMatchObject({ inputFresh: 5 });
    expect(body.usage).toEqual({ prompt_tokens: 5, total_tokens: 5 });
  });

  test('zeros are no count: what is billed in their place is shown', () => {
    const { body } = fromOpenAi(openai).answer({ ...googlesAnswer, usageMetadata: { promptTokenCount: 0 } });
    expect(body.usage).toEqual({ prompt_tokens: 7, total_tokens: 7 });
  });

  test('base64 holds little-endian floats of 32 bits', () => {
    const { body } = fromOpenAi({ ...openai, encoding_format: 'base64' }).answer(googlesAnswer);
    const [first] = body.data;
    const bytes = new Uint8Array(Buffer.from(first.embedding, 'base64'));
    expect([...new Float32Array(bytes.buffer)]).toEqual(vectors[0]);
  });

  test.each([
    ['input', { input: [[1, 2]] }],
    ['input', { input: [1, 2] }],
    ['encoding_format', { encoding_format: 'int8' }],
    ['dimensions', { dimensions: 'x' }],
  ])('a %s that cannot be carried is a 400: %j', (param, body) => {
    const refused = (() => {
      try {
        fromOpenAi({ ...openai, ...body });
      } catch (error) {
        return faultOf(error);
      }
    })();
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param });
  });

  test('an answer that lacks a vector is none', () => {
    const { answer } = fromOpenAi(openai);
    expect(() => answer({ embeddings: [{ values: [1] }] })).toThrow('1 vectors for 2 texts');
    expect(() => answer({ embeddings: [{}, {}] })).toThrow();
  });
});

describe('Google over OpenAI', () => {
  const openaisAnswer = {
    data: vectors.map((embedding, index) => ({ index, embedding })).reverse(),
    usage: { prompt_tokens: 5, total_tokens: 5 },
  };
  const usageMetadata = { promptTokenCount: 5, totalTokenCount: 5 };

  test('many at once, in their order', () => {
    const { sent, dropped, answer } = convert(
      ...([Dialect.GENERATE_CONTENT, Operation.BATCH_EMBED, 'embeddings', batch] as const),
    );
    expect(sent).toEqual({ model: 'up', input: ['a', 'b'], dimensions: 2, encoding_format: 'float' });
    expect(dropped).toEqual(['taskType']);
    const { body, usage } = answer(openaisAnswer);
    expect(body).toEqual({ ...googlesAnswer, usageMetadata });
    expect(usage).toMatchObject({ inputFresh: 5 });
  });

  test('one', () => {
    const one = { content: { parts: [{ text: 'a' }, { text: 'b' }] }, title: 't' };
    const { sent, dropped, answer } = convert(
      ...([Dialect.GENERATE_CONTENT, Operation.EMBED, 'embeddings', one] as const),
    );
    expect(sent).toEqual({ model: 'up', input: ['ab'], encoding_format: 'float' });
    expect(dropped).toEqual(['title']);
    const bytes = Buffer.alloc(8);
    bytes.writeFloatLE(0.5, 0);
    bytes.writeFloatLE(-1, 4);
    const { body } = answer({ data: [{ embedding: bytes.toString('base64') }], usage: { total_tokens: 5 } });
    expect(body).toEqual({ embedding: { values: [0.5, -1] }, usageMetadata });
  });

  test('dimensions in the other spelling that the vendor reads, as its own examples have them', () => {
    const one = { content: content('a'), output_dimensionality: 2, task_type: 'RETRIEVAL_QUERY' };
    const bodies = [
      [Operation.EMBED, one],
      [Operation.BATCH_EMBED, { requests: [one] }],
    ] as const;
    for (const [operation, body] of bodies) {
      const { sent, dropped } = convert(Dialect.GENERATE_CONTENT, operation, 'embeddings', body);
      expect(sent).toEqual({ model: 'up', input: ['a'], dimensions: 2, encoding_format: 'float' });
      expect(dropped).toEqual(['taskType']);
    }
  });

  test('one thing where a list of one is meant, as the vendor reads it', () => {
    const one = { content: { parts: { text: 'a' } } };
    const bodies = [
      [Operation.EMBED, one],
      [Operation.BATCH_EMBED, { requests: one }],
    ] as const;
    for (const [operation, body] of bodies) {
      const { sent } = convert(Dialect.GENERATE_CONTENT, operation, 'embeddings', body);
      expect(sent).toEqual({ model: 'up', input: ['a'], encoding_format: 'float' });
    }
  });

  test('one request for a list of one passes as it came, and is one of a list where it is renamed', () => {
    const surface = findSurface(Dialect.GENERATE_CONTENT, Operation.BATCH_EMBED);
    const read = (requests: object) =>
      surface?.passage.readRequest(Buffer.from(JSON.stringify({ requests })), { model: 'm', stream: false });
    const one = read({ model: 'models/m', content: { parts: { text: 'a' } } });
    expect(one?.passTo({ model: 'm', usageOnRequest: false }).body).toBe(one?.body);
    const mapped = one?.passTo({ model: 'up', usageOnRequest: false }).body.toString() ?? '';
    expect(JSON.parse(mapped)).toEqual({
      requests: [{ model: 'models/up', content: { parts: { text: 'a' } } }],
    });
  });

  test.each([
    ['requests[0].content.parts[0]', [{ content: { parts: [{ inlineData: {} }] } }]],
    ['requests', [{ content: content('a'), outputDimensionality: 1 }, { content: content('b') }]],
  ])('what cannot be carried is a 400: %s', (param, requests) => {
    const refused = (() => {
      try {
        convert(Dialect.GENERATE_CONTENT, Operation.BATCH_EMBED, 'embeddings', { requests });
      } catch (error) {
        return faultOf(error);
      }
    })();
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param });
  });
});

test.each(['embedding', 'embeddings'])('images and sound are told apart in an answer with %s', (member) => {
  const operation = member === 'embedding' ? Operation.EMBED : Operation.BATCH_EMBED;
  const surface = findSurface(Dialect.GENERATE_CONTENT, operation);
  const promptTokenDetails = [
    { modality: 'TEXT', tokenCount: 5 },
    { modality: 'AUDIO', tokenCount: 160 },
    { modality: 'IMAGE', tokenCount: 258 },
  ];
  const usageMetadata = { promptTokenCount: 423, promptTokenDetails };
  const bytes = Buffer.from(JSON.stringify({ [member]: { values: [1] }, usageMetadata }));
  expect(surface?.passage.readWhole(bytes, undefined).usage).toMatchObject({
    ...{ inputFresh: 5, inputAudio: 160, inputImage: 258 },
  });
});
