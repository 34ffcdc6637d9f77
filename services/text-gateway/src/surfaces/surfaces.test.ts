/** What every style reads of requests and answers, in the same way for all. */
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { inputOf, outputOf, type Usage } from '../canon/usage.ts';
import { countBySize } from '../counting/count-input.ts';
import type { ClientRequest, RequestSize } from '../dialects/passage.ts';
import { findSurface } from './index.ts';
import type { Surface } from './surface.ts';

const chat = Dialect.CHAT_COMPLETIONS;
const native = Dialect.GENERATE_CONTENT;

interface Row {
  dialect: Dialect;
  operation: Operation;
  /** A good request without its model. */
  body: object;
  /** The model that stands in for one that is not named; none where that is refused, or the path names it. */
  fallback?: string;
  size?: Partial<RequestSize>;
  bad: [param: string, body: object][];
  /** A whole answer, and what it counts: nothing where it does not say. */
  answer?: object;
  counts?: [input: number, output: number];
}

const base64 = 'iVBORw0KGgo=';
const link = { image_url: `data:image/png;base64,${base64}` };
const usage = { prompt_tokens: 9, total_tokens: 9 };
const noOutput = { maxOutput: 0, choices: 1 };
const rows: Record<string, Row> = {
  completions: {
    dialect: chat,
    operation: Operation.COMPLETE,
    body: { prompt: ['a', 'b'], n: 2, best_of: 3, max_tokens: 5 },
    size: { choices: 6, maxOutput: 5 },
    bad: [
      ['prompt', {}],
      ['prompt', { prompt: '' }],
      ['prompt', { prompt: [] }],
      ['prompt', { prompt: 5 }],
      ['n', { prompt: 'a', n: 0 }],
      ['best_of', { prompt: 'a', best_of: 'x' }],
      ['max_tokens', { prompt: 'a', max_tokens: -1 }],
      ['stream', { prompt: 'a', stream: 1 }],
      ['stream_options', { prompt: 'a', stream_options: {} }],
    ],
    answer: { model: 'up', choices: [], usage: { prompt_tokens: 4, completion_tokens: 2 } },
    counts: [4, 2],
  },
  compaction: {
    dialect: chat,
    operation: Operation.COMPACT,
    body: { input: 'a' },
    size: { maxOutput: undefined },
    bad: [],
    answer: { object: 'response.compaction', output: [], usage: { input_tokens: 4, output_tokens: 2 } },
    counts: [4, 2],
  },
  embeddings: {
    dialect: chat,
    operation: Operation.EMBED,
    body: { input: [[1, 2]] },
    size: noOutput,
    bad: [
      ['input', {}],
      ['input', { input: 5 }],
      ['input', { input: '' }],
      ['input', { input: [] }],
    ],
    answer: { model: 'up', data: [{ object: 'embedding', index: 0, embedding: [1] }], usage },
    counts: [9, 0],
  },
  rerank: {
    dialect: chat,
    operation: Operation.RERANK,
    body: { query: 'q', documents: ['a', 'b', 'c'] },
    size: { ...noOutput, textBytes: '{"model":"m","query":"q","documents":["a","b","c"]}'.length + 2 * 3 },
    bad: [
      ['query', { documents: ['a'] }],
      ['query', { query: '', documents: ['a'] }],
      ['documents', { query: 'q' }],
      ['documents', { query: 'q', documents: [] }],
    ],
    answer: { model: 'up', results: [], usage: { total_tokens: 9 } },
    counts: [9, 0],
  },
  moderations: {
    dialect: chat,
    operation: Operation.MODERATE,
    body: { input: 'a' },
    fallback: 'omni-moderation-latest',
    size: noOutput,
    bad: [['input', {}]],
    answer: { model: 'up', results: [] },
  },
  speech: {
    dialect: chat,
    operation: Operation.SPEAK,
    body: { input: 'Grüße', voice: 'ash' },
    fallback: 'tts-1',
    size: {
      textBytes: 0,
      otherTokens: '{"model":"m","input":"Gr??e","voice":"ash"}'.length + 2,
      metered: [{ unit: MeteredUnit.CHARACTER, variant: '', quantity: 5n }],
    },
    bad: [
      ['input', {}],
      ['input', { input: '' }],
    ],
  },
  'image-generations': {
    dialect: chat,
    operation: Operation.GENERATE_IMAGES,
    body: { prompt: 'a', n: 2, image: [base64, `data:image/png;base64,${base64}`] },
    size: { choices: 2, imageParts: 2, textBytes: '{"model":"m","prompt":"a","n":2,"image":}'.length },
    bad: [
      ...([{}, { prompt: '' }, { prompt: 5 }].map((body) => ['prompt', body]) as Row['bad']),
      ...([0, -1, 1.5, 11, '2'].map((n) => ['n', { prompt: 'a', n }]) as Row['bad']),
      ['size', { prompt: 'a', size: 1024 }],
      ['quality', { prompt: 'a', quality: 1 }],
      ['stream', { prompt: 'a', stream: 1 }],
      ['partial_images', { prompt: 'a', partial_images: 4 }],
      ['response_format', { prompt: 'a', response_format: 'png' }],
      ['output_format', { prompt: 'a', output_format: 'svg' }],
      ['image', { prompt: 'a', image: 5 }],
      ['image', { prompt: 'a', image: Array.from({ length: 17 }, () => base64) }],
      ['image[0]', { prompt: 'a', image: ['https://example.com/a.png'] }],
      ['image[1]', { prompt: 'a', image: [base64, 'not an image'] }],
      ['image[1]', { prompt: 'a', image: [base64, ''] }],
    ],
  },
  'image-edits': {
    dialect: chat,
    operation: Operation.EDIT_IMAGES,
    body: { prompt: 'a', images: [link], mask: link },
    size: { choices: 1, imageParts: 2 },
    bad: [
      ['prompt', { images: [link] }],
      ['image', { prompt: 'a' }],
      ['image', { prompt: 'a', images: [] }],
      ['images', { prompt: 'a', images: Array.from({ length: 17 }, () => link) }],
      ['images[0].image_url', { prompt: 'a', images: [{ image_url: 'http://example.com/a.png' }] }],
      ['images[1].image_url', { prompt: 'a', images: [link, { file_id: 'file-1' }] }],
      ['mask.image_url', { prompt: 'a', images: [link], mask: { file_id: 'file-1' } }],
      ['mask', { prompt: 'a', images: [link], mask: 'https://example.com/a.png' }],
    ],
  },
  'embed-content': {
    dialect: native,
    operation: Operation.EMBED,
    body: { content: { parts: [{ text: 'a' }] } },
    size: noOutput,
    bad: [
      ['content', {}],
      ['content', { content: 'a' }],
    ],
    answer: { embedding: { values: [1] } },
  },
  'batch-embed-contents': {
    dialect: native,
    operation: Operation.BATCH_EMBED,
    body: { requests: [{ model: 'models/m', content: { parts: [{ text: 'a' }] } }] },
    size: noOutput,
    bad: [
      ['requests', {}],
      ['requests', { requests: [] }],
      ['requests', { requests: ['a'] }],
    ],
    answer: { embeddings: [{ values: [1] }], usageMetadata: { promptTokenCount: 9 } },
    counts: [9, 0],
  },
};

function surfaceOf({ dialect, operation }: Row): Surface {
  const found = findSurface(dialect, operation);
  if (!found) throw new Error('There is no such style');
  return found;
}

function read(row: Row, body: object): ClientRequest {
  const route = { model: row.dialect === native ? 'm' : '', stream: false };
  return surfaceOf(row).passage.readRequest(Buffer.from(JSON.stringify(body)), route);
}

describe.each(Object.entries(rows))('%s', (name, row) => {
  const isNamedByPath = row.dialect === native;
  const named = isNamedByPath ? row.body : { model: 'm', ...row.body };

  test('is its own style', () => {
    expect(surfaceOf(row).name).toBe(name);
    expect(surfaceOf(row).passage.name).toBe(name);
  });

  test('reads what the gateway must know', () => {
    expect(read(row, named)).toMatchObject({ model: 'm', stream: false, size: row.size });
  });

  test.each(row.bad)('a bad %s is a 400 that names it: %j', (param, body) => {
    const refused = (() => {
      try {
        read(row, isNamedByPath ? body : { model: 'm', ...body });
      } catch (error) {
        return faultOf(error);
      }
    })();
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param });
  });

  test('passes its own bytes, or calls the model as the upstream does', () => {
    const request = read(row, named);
    expect(request.passTo({ model: 'm', usageOnRequest: false }).body).toBe(request.body);
    const mapped = request.passTo({ model: 'up', usageOnRequest: false }).body.toString();
    const text = JSON.stringify(named);
    expect(mapped).toBe(text.replace('"model":"m"', '"model":"up"').replace('models/m', 'models/up'));
  });

  test.each(['', '<html>', '{}', '[1]'])('%j is no answer', (text) => {
    expect(() => surfaceOf(row).passage.readWhole(Buffer.from(text), undefined)).toThrow();
  });
});

const byBody = Object.entries(rows).filter(([, { dialect }]) => dialect === chat);
test.each(byBody)('%s names the model that stands in, or asks for one', (_name, row) => {
  if (row.fallback === undefined) return expect(() => read(row, row.body)).toThrow('provide a model');
  const request = read(row, row.body);
  expect(request.model).toBe(row.fallback);
  const { body } = request.passTo({ model: row.fallback, usageOnRequest: false });
  expect(JSON.parse(body.toString())).toEqual({ ...row.body, model: row.fallback });
});

const answered = Object.entries(rows).flatMap(([name, row]) =>
  row.answer ? [{ name, row, answer: row.answer, counts: row.counts }] : [],
);
describe.each(answered)('an answer of $name', ({ row, answer, counts }) => {
  const { readWhole } = surfaceOf(row).passage;

  test('passes under the requested name, with its counts', () => {
    const bytes = Buffer.from(JSON.stringify(answer));
    expect(JSON.parse(readWhole(bytes, undefined).body.toString())).toMatchObject(answer);
    const renamed = readWhole(bytes, 'm');
    expect(renamed.body.toString()).not.toContain('"up"');
    expect(countsOf(renamed.usage)).toEqual(counts);
  });

  test('is told apart from an error under a status of success', () => {
    expect(readWhole(Buffer.from('{"error":{"message":"m"}}'), undefined).error).toEqual({ message: 'm' });
  });
});

const hollow: [name: string, answers: object[]][] = [
  [
    'embeddings',
    [
      ...[null, [], [{}], [{ index: 0, embedding: null }], [{ embedding: [] }], [{ embedding: '' }]].map(
        (data) => ({ data }),
      ),
    ],
  ],
  ['rerank', [{ results: null }]],
  ['moderations', [{ results: null }]],
  ['embed-content', [null, {}, { values: null }, { values: [] }].map((embedding) => ({ embedding }))],
  [
    'batch-embed-contents',
    [null, [], [{}], [{ values: null }], [{ values: [] }]].map((embeddings) => ({ embeddings })),
  ],
];
test.each(hollow.flatMap(([name, answers]) => answers.map((answer) => ({ name, answer }))))(
  '$name: $answer is no answer, whatever it counts',
  ({ name, answer }) => {
    const row = rows[name];
    if (!row) throw new Error(`There is no row for ${name}`);
    const usageMetadata = { promptTokenCount: 9 };
    const bytes = Buffer.from(JSON.stringify({ ...answer, usage, usageMetadata }));
    expect(() => surfaceOf(row).passage.readWhole(bytes, undefined)).toThrow('The answer has no ');
  },
);

test.each([
  { data: [{ embedding: null }, { embedding: [1] }] },
  { data: [{ object: 'embedding', embedding: 'AACAPw==' }] },
  { data: [{ object: 'embeddings', embeddings: [[1], [2]] }] },
  { data: [{ embedding: { float: [1] } }] },
])('an answer of embeddings that holds a vector in any form is one: %j', (answer) => {
  const { passage } = surfaceOf({ dialect: chat, operation: Operation.EMBED, body: {}, bad: [] });
  const bytes = Buffer.from(JSON.stringify(answer, null, 2));
  expect(passage.readWhole(bytes, undefined).body).toBe(bytes);
});

function countsOf(usage: Usage | undefined): [number, number] | undefined {
  return usage && [inputOf(usage), outputOf(usage)];
}

test('a path names the model of embeddings where the body does not', () => {
  const { passage } = surfaceOf({ dialect: chat, operation: Operation.EMBED, body: {}, bad: [] });
  const readAt = (body: object) =>
    passage.readRequest(Buffer.from(JSON.stringify(body)), { model: 'engine', stream: false });
  const request = readAt({ input: 'a' });
  expect(request.model).toBe('engine');
  const { body } = request.passTo({ model: 'engine', usageOnRequest: false });
  expect(JSON.parse(body.toString())).toEqual({ model: 'engine', input: 'a' });
  expect(readAt({ model: 'm', input: 'a' }).model).toBe('m');
});

test.each([
  ['Jina', (url: string) => [{ text: 'a' }, { image: url }, { image: url.slice(url.indexOf(',') + 1) }]],
  ['OpenRouter', (url: string) => [1, 2].map(() => ({ content: [{ image_url: { url } }] }))],
])(
  'embeddings: pictures as %s takes them are bound by their number, never by their base64',
  (_vendor, inputOf) => {
    if (!rows.embeddings) throw new Error('There is no row for embeddings');
    const url = `data:image/png;base64,iVBOR${'A'.repeat(100_000)}`;
    const { size } = read(rows.embeddings, { model: 'm', input: inputOf(url) });
    expect(size.imageParts).toBe(2);
    expect(size.textBytes).toBeLessThan(500);
  },
);

test.each([
  ['embed-content', (content: object) => ({ content })],
  ['batch-embed-contents', (content: object) => ({ requests: [{ content }, { content: { parts: [] } }] })],
])('%s: pictures are bound by their number, never by their base64', (name, wrap) => {
  const row = rows[name];
  if (!row) throw new Error(`There is no row for ${name}`);
  const data = `iVBOR${'A'.repeat(100_000)}`;
  const parts = ['inlineData', 'inline_data'].map((part) => ({ [part]: { mimeType: 'image/png', data } }));
  const { size } = read(row, wrap({ parts: [{ text: 'a' }, ...parts] }));
  expect(size.imageParts).toBe(2);
  expect(size.textBytes).toBeLessThan(500);
});

test.each([
  ['embed-content', (parts: object[]) => ({ content: { parts } })],
  ['batch-embed-contents', (parts: object[]) => ({ requests: [{ content: { parts } }] })],
])('%s: files, sound and films are no text', (name, wrap) => {
  const row = rows[name];
  if (!row) throw new Error(`There is no row for ${name}`);
  const media = [
    ['application/pdf', 'JVBERi'],
    ['audio/mpeg', 'SUQz'],
    ['video/mp4', 'AAAAIGZ0eXBpc29t'],
  ].map(([mimeType, begin]) => ({ inlineData: { mimeType, data: begin + 'A'.repeat(1_000_000) } }));
  const request = read(row, wrap(media));
  expect(request.size).toMatchObject({ imageParts: 0, fileParts: 1, soundParts: 2 });
  expect(request.size.textBytes).toBeLessThan(500);
  // A million characters of base64 would be a quarter of a million tokens.
  expect(countBySize(request)).toBeLessThan(5_000);
});

test('a compaction goes on from an earlier answer, which is kept where it was given', () => {
  const { passage } = surfaceOf({ dialect: chat, operation: Operation.COMPACT, body: {}, bad: [] });
  const body = Buffer.from('{"model":"m","previous_response_id":"resp_1"}');
  expect(passage.readRequest(body, { model: '', stream: false })).toMatchObject({ continues: 'resp_1' });
});

test('what a compaction reads is held for as a response that reads it', () => {
  const { passage } = surfaceOf({ dialect: chat, operation: Operation.COMPACT, body: {}, bad: [] });
  const content = [{ type: 'input_file', file_url: 'https://a.example/b.pdf' }];
  const result = base64 + 'A'.repeat(100_000);
  const input = [
    { role: 'user', content },
    { type: 'image_generation_call', result },
  ];
  const { size } = passage.readRequest(Buffer.from(JSON.stringify({ model: 'm', input })), {
    model: '',
    stream: false,
  });
  expect(size.imageParts).toBe(2);
  expect(size.textBytes).toBeLessThan(500);
});

test('a style that nobody knows is not found', () => {
  expect(findSurface(chat, Operation.BATCH_EMBED)).toBeUndefined();
  expect(findSurface(native, Operation.RERANK)).toBeUndefined();
});
