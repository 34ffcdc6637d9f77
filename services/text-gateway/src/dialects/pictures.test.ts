/** Pictures that a Gemini model makes, for clients of every dialect, and what becomes of them on the next turn. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { foldReply, type Reply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { callOf, decodeStream, decodeWhole, ids, route, throughStream } from '../conformance/run-codec.ts';
import { drawingFor } from './drawing-for.ts';
import { dialects } from './index.ts';

const data = 'iVBORw0KGgo=';
const target = { model: 'upstream-model', maxOutputTokens: 4_096 };
const picture = { kind: 'picture', mediaType: 'image/png', base64: data };
const seal = { dialect: 'generate-content', value: 'signed' };

const gemini = dialects['generate-content'].codec;
const parts = [
  { text: 'A sketch', thought: true },
  { inlineData: { mimeType: 'image/png', data: 'c2tldGNo' }, thought: true },
  { text: 'Here it is' },
  { inlineData: { mimeType: 'image/png', data }, thoughtSignature: 'signed' },
  { inlineData: { mimeType: 'image/png', data } },
];
const answer = {
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2_600, totalTokenCount: 2_605 },
};
const frames = (bodies: readonly object[]) =>
  Buffer.from(bodies.map((body) => `data: ${JSON.stringify(body)}\n\n`).join(''));

const request: CanonRequest = {
  ...{ model: 'client-model', instructions: [], turns: [], tools: [], stop: [], sampling: {} },
  ...{ stream: false, includeUsage: true, extras: {} },
};

const codecOf = (name: DialectName) => dialects[name].codec;
const made = () => decodeWhole(gemini, answer);
const wholeFor = (name: DialectName): Record<string, unknown> =>
  JSON.parse(JSON.stringify(codecOf(name).encodeReply(foldReply(made()), callOf(request))));
const pictures = ({ blocks }: Reply) => blocks.filter(({ kind }) => kind === 'picture');

describe('an answer with pictures', () => {
  test('is read whole and streamed alike, and what was drawn while thinking is no answer', () => {
    const expected = [
      { kind: 'reasoning', text: 'A sketch' },
      { kind: 'opaque', dialect: 'generate-content', json: parts[1] },
      { kind: 'text', text: 'Here it is' },
      { ...picture, seal },
      picture,
    ];
    expect(foldReply(made()).blocks).toEqual(expected);
    const { candidates, ...counts } = answer;
    const chunks = parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] }));
    const last = { candidates: [{ finishReason: 'STOP' }], ...counts };
    expect(foldReply(decodeStream(gemini, frames([...chunks, last]))).blocks).toEqual(expected);
  });

  test.each(['chat-completions', 'responses', 'generate-content'] as const)(
    'reaches a client of %s whole and streamed, with the seals of the pictures',
    (name) => {
      const codec = codecOf(name);
      expect(pictures(foldReply(decodeWhole(codec, wholeFor(name))))).toEqual([
        { ...picture, seal },
        picture,
      ]);
      expect(pictures(throughStream(codec, made(), request))).toEqual([{ ...picture, seal }, picture]);
    },
  );

  test('in chat completions they stand beside the content', () => {
    expect(wholeFor('chat-completions')).toMatchObject({
      choices: [
        {
          message: {
            content: 'Here it is',
            images: [
              { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` }, index: 0 },
              { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` }, index: 1 },
            ],
          },
        },
      ],
    });
  });

  test('in responses each is an item, told as the vendor tells its own', () => {
    const encoder = codecOf('responses').createStreamEncoder(callOf(request));
    const said = made()
      .map((event) => encoder.push(event))
      .join('');
    const events = said.split('\n\n').flatMap((frame) => {
      const text = /^data: (.*)$/m.exec(frame)?.[1];
      return text === undefined ? [] : [JSON.parse(text)];
    });
    const ofPicture = events.filter(
      ({ type, item }) => type.includes('image_generation') || item?.type === 'image_generation_call',
    );
    expect(ofPicture.slice(0, 5)).toMatchObject([
      { type: 'response.output_item.added', item: { status: 'in_progress', result: null } },
      { type: 'response.image_generation_call.in_progress' },
      { type: 'response.image_generation_call.generating' },
      { type: 'response.image_generation_call.completed' },
      {
        type: 'response.output_item.done',
        item: { status: 'completed', result: data, output_format: 'png' },
      },
    ]);
    const [{ item }] = ofPicture;
    for (const event of ofPicture.slice(1, 4)) expect(event.item_id).toBe(item.id);
  });

  test('is refused in words where a client of messages asked', () => {
    const [fault] = drawingFor('messages', gemini)
      .decodeReply(answer, ids)
      .filter(({ kind }) => kind === 'fault');
    expect(fault).toMatchObject({
      fault: { type: 'invalid_request_error', message: expect.stringContaining('answered with a picture') },
    });
    expect(drawingFor('responses', gemini)).toBe(gemini);
  });
});

describe('on the next turn', () => {
  const next = {
    'chat-completions': () => ({
      model: 'client-model',
      messages: [
        { role: 'user', content: 'A cat' },
        (wholeFor('chat-completions').choices as { message: object }[])[0]?.message,
        { role: 'user', content: 'Bluer' },
      ],
    }),
    responses: () => ({
      model: 'client-model',
      input: [
        { role: 'user', content: 'A cat' },
        ...(wholeFor('responses').output as object[]),
        { role: 'user', content: 'Bluer' },
      ],
    }),
  };

  test.each(['chat-completions', 'responses'] as const)(
    'a client of %s gives them back, and the model has what it drew',
    (name) => {
      const asked = codecOf(name).decodeRequest(next[name](), route);
      const { contents } = gemini.encodeRequest(asked, target, recordLosses());
      expect((contents as { parts: object[] }[])[1]?.parts.slice(-3)).toEqual([
        { text: 'Here it is' },
        { inlineData: { mimeType: 'image/png', data }, thoughtSignature: 'signed' },
        { inlineData: { mimeType: 'image/png', data } },
      ]);
    },
  );

  test.each(['chat-completions', 'responses', 'messages'] as const)(
    'a model behind %s is shown them by the user',
    (name) => {
      const asked = codecOf('chat-completions').decodeRequest(next['chat-completions'](), route);
      const losses = recordLosses();
      const body = codecOf(name).encodeRequest(asked, target, losses);
      const { turns } = codecOf(name).decodeRequest(JSON.parse(JSON.stringify(body)), route);
      const image = { kind: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: data } };
      expect(turns.at(-1)?.blocks).toMatchObject([image, image, { text: 'Bluer' }]);
      expect(losses.approximated).toContain('images');
    },
  );

  test('bytes of a picture that comes back are no text', () => {
    const body = (words: string) => {
      const item = { type: 'image_generation_call', id: 'ig', status: 'completed', result: words };
      return Buffer.from(JSON.stringify({ model: 'm', input: [item] }));
    };
    const sizeOf = (words: string) => dialects.responses.passage.readRequest(body(words), route).size;
    const long = `iVBORw0KGgo${'A'.repeat(100_000)}`;
    expect(sizeOf(long).textBytes).toBe(sizeOf('iVBORw0KGgo').textBytes);
    expect(sizeOf(long).imageParts).toBe(1);
  });
});

test('who asks chat completions for pictures alone asks Gemini for them alone', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'A cat' }], modalities: ['image'] };
  const asked = codecOf('chat-completions').decodeRequest(body, route);
  expect(asked.extras).toEqual({});
  expect(gemini.encodeRequest(asked, target, recordLosses())).toMatchObject({
    generationConfig: { responseModalities: ['IMAGE'] },
  });
  const losses = recordLosses();
  codecOf('messages').encodeRequest(asked, target, losses);
  expect(losses.dropped).toContain('modalities');
});
