import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { anyOf, flag, list, number, open, text, whole } from '../schema.ts';
import { json, jsonOrEvents, type RouteWords } from './route-words.ts';

const model = text('One of the models that GET /v1/models lists');
const texts = anyOf(text(undefined, { example: 'Hello' }), list(text()));

export const embedWords: RouteWords = {
  tag: 'Embeddings and more',
  summary: 'Embeds texts',
  body: {
    'application/json': open(
      {
        model,
        input: texts,
        dimensions: whole('How many numbers of each vector'),
        encoding_format: text('How vectors are written', { enum: ['float', 'base64'] }),
      },
      ['model', 'input'],
    ),
  },
  answer: json(
    'A vector of each text',
    open(
      {
        object: text(undefined, { const: 'list' }),
        data: list(open({ index: whole(), embedding: anyOf(list(number()), text()) })),
        model: text(),
        usage: open({ prompt_tokens: whole(), total_tokens: whole() }),
      },
      ['data'],
    ),
  ),
};

const content = open({ parts: list(open({ text: text(undefined, { example: 'Hello' }) }, ['text'])) }, [
  'parts',
]);
const values = open({ values: list(number()) });
const nativeBody = open({ content, taskType: text(), outputDimensionality: whole() }, ['content']);

export const nativeEmbedWords: RouteWords = {
  tag: 'Embeddings and more',
  summary: 'Embeds one content',
  body: { 'application/json': nativeBody },
  answer: json('Its vector', open({ embedding: values }, ['embedding'])),
};

export const nativeBatchWords: RouteWords = {
  tag: 'Embeddings and more',
  summary: 'Embeds many contents',
  body: { 'application/json': open({ requests: list(nativeBody) }, ['requests']) },
  answer: json('A vector of each', open({ embeddings: list(values) }, ['embeddings'])),
};

/** What has few members, and passes as bytes. */
export const rankWords: Record<Ranked, RouteWords> = {
  [Operation.COMPLETE]: {
    tag: 'Chat completions',
    summary: 'Goes on with a text',
    description: 'Legacy completions, over every kind of upstream.',
    body: {
      'application/json': open(
        {
          model,
          prompt: texts,
          max_tokens: whole(),
          temperature: number(),
          stop: anyOf(text(), list(text())),
          stream: flag('Answer in server-sent events'),
        },
        ['model', 'prompt'],
      ),
    },
    answer: jsonOrEvents(
      'How it goes on',
      open({ id: text(), object: text(), choices: list(open({ text: text() })), usage: open() }, ['choices']),
    ),
  },
  [Operation.RERANK]: {
    tag: 'Embeddings and more',
    summary: 'Ranks documents by a question',
    body: {
      'application/json': open(
        {
          model,
          query: text(undefined, { example: 'Which?' }),
          documents: list(text(undefined, { example: 'This one' })),
          top_n: whole('How many to answer'),
        },
        ['model', 'query', 'documents'],
      ),
    },
    answer: json(
      'The documents, best first',
      open({ results: list(open({ index: whole(), relevance_score: number() })) }, ['results']),
    ),
  },
  [Operation.MODERATE]: {
    tag: 'Embeddings and more',
    summary: 'Judges texts',
    body: { 'application/json': open({ model, input: texts }, ['input']) },
    answer: json(
      'What was found',
      open({ id: text(), model: text(), results: list(open({ flagged: flag() })) }, ['results']),
    ),
  },
};

type Ranked = typeof Operation.COMPLETE | typeof Operation.RERANK | typeof Operation.MODERATE;
