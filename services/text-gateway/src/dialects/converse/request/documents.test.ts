/** What Bedrock makes of documents: where a mark may stand, and what Claude sees of a PDF. */
import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { codec as messages } from '../../messages/codec.ts';
import { encodeRequest } from '../encode-request.ts';

const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';

function write(content: unknown[], members: object = {}, of = model) {
  const body = { model: 'm', max_tokens: 64, messages: [{ role: 'user', content }], ...members };
  const request = messages.decodeRequest(body, { model: 'm', stream: false });
  const losses = recordLosses();
  const written = encodeRequest(request, { model: of, maxOutputTokens: 64 }, losses);
  const blocks = (written.messages as { content: Record<string, unknown>[] }[])[0]?.content ?? [];
  return Object.assign(blocks, { losses });
}

test('no mark stands right behind a document whose text Bedrock takes out itself', () => {
  const content = write([
    { type: 'text', text: 'Read this.' },
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'A long contract.' },
      cache_control: { type: 'ephemeral' },
    },
  ]);
  const [before] = content.flatMap((block, at) => (block.cachePoint ? [content[at - 1]] : []));
  expect(before).toBeDefined();
  expect(before).not.toHaveProperty('document');
});

const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' };
const pdf = { type: 'document', source };
const note = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A note.' } };
const question = { type: 'text', text: 'What does the chart show?' };

test('Claude sees the pages of PDFs, for which Converse wants citations', () => {
  const content = write([pdf, { ...pdf, cache_control: { type: 'ephemeral' } }, question]);
  const document = { format: 'pdf', citations: { enabled: true } };
  expect([...content]).toMatchObject([
    { document },
    { document },
    { cachePoint: {} },
    { text: question.text },
  ]);
  expect(content.losses.approximated).toEqual([]);
});

const schema = { type: 'object', properties: {}, additionalProperties: false };

test.each([
  ['beside a text', [pdf, note, question], {}],
  [
    'where the answer has a format',
    [pdf, question],
    { output_config: { format: { type: 'json_schema', schema } } },
  ],
])('it is given the text alone %s, which is noted', (_, blocks, members) => {
  const content = write(blocks, members);
  expect(JSON.stringify(content)).not.toContain('citations');
  expect(content.losses.approximated).toContain('file');
});

test.each(['us.anthropic.claude-3-haiku-20240307-v1:0', 'amazon.nova-pro-v1:0'])(
  '%s is not told to cite',
  (of) => {
    const content = write([pdf, question], {}, of);
    expect(JSON.stringify(content)).not.toContain('citations');
    expect(content.losses.approximated).toEqual([]);
  },
);

test('a PDF in a result is not cited from, nor is one beside it', () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [pdf] };
  const said = [
    { role: 'user', content: [question] },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result, pdf, question] },
  ];
  const body = {
    model: 'm',
    max_tokens: 64,
    messages: said,
    tools: [{ name: 'read', input_schema: schema }],
  };
  const losses = recordLosses();
  const request = messages.decodeRequest(body, { model: 'm', stream: false });
  const written = encodeRequest(request, { model, maxOutputTokens: 64 }, losses);
  expect(JSON.stringify(written)).not.toContain('citations');
  expect(losses.approximated).toContain('file');
});
