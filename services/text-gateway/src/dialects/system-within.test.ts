/** System texts within a conversation: agents add them as it goes on, and in front they would undo what caches keep of it. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { route } from '../conformance/run-codec.ts';
import type { Codec } from './codec.ts';
import { codecs, dialects } from './index.ts';

const note = 'The date has changed.';
const reminder = `<system-reminder>\n${note}\n</system-reminder>`;

const said = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
  { role: 'user', content: 'And?' },
];

/** What clients ask, with further messages at the end. */
const clients: readonly (readonly [string, (...more: object[]) => CanonRequest])[] = [
  [
    'messages',
    (...more) => {
      const body = { model: 'm', max_tokens: 100, system: 'Be kind.', messages: [...said, ...more] };
      return dialects.messages.codec.decodeRequest(body, route);
    },
  ],
  [
    'responses',
    (...more) => {
      const input = [{ role: 'developer', content: 'Be kind.' }, ...said, ...more];
      return dialects.responses.codec.decodeRequest({ model: 'm', input }, route);
    },
  ],
];

function write(codec: Pick<Codec, 'encodeRequest'>, request: CanonRequest, model: string) {
  return codec.encodeRequest(request, { model, maxOutputTokens: 100 }, recordLosses());
}

describe.each(clients)('of a client of %s', (_client, ask) => {
  const request = ask({ role: 'system', content: note });

  test('stay where they are, and what came first is in front', () => {
    expect(request.instructions).toEqual([{ kind: 'text', text: 'Be kind.' }]);
    expect(request.turns.at(-1)?.blocks).toEqual([
      { kind: 'text', text: 'And?' },
      { kind: 'text', text: reminder, isSystem: true },
    ]);
  });

  test.each(codecs.map((codec) => [codec.name, codec] as const))(
    'reach %s, and nothing moves',
    (_name, codec) => {
      const [before, after] = [ask(), request].map((each) =>
        JSON.stringify(write(codec, each, 'some-model')),
      );
      const beginningOf = (body = '') => body.slice(0, body.indexOf('Hello') + 5);
      expect(beginningOf(after)).toBe(beginningOf(before));
      expect(after).toContain(note);
    },
  );

  test('are system texts to models that take them there', () => {
    const { input } = write(dialects.responses.codec, request, 'gpt-5.5');
    expect(input).toMatchObject([
      ...[{}, {}, { role: 'user', content: [{ text: 'And?' }] }],
      { role: 'developer', content: [{ type: 'input_text', text: reminder }] },
    ]);
    const chat = dialects['chat-completions'].codec;
    const last = { role: 'user', content: 'And?' };
    expect(write(chat, request, 'gpt-4o').messages).toMatchObject([
      ...[{ role: 'system' }, {}, {}, last, { role: 'system', content: reminder }],
    ]);
    expect(write(chat, request, 'gpt-5').messages).toMatchObject([
      ...[{ role: 'developer' }, {}, {}, last, { role: 'developer', content: reminder }],
    ]);
    expect(write(chat, request, 'deepseek-chat').messages).toMatchObject([
      ...[{ role: 'system' }, {}, {}, { role: 'user', content: `And?\n\n${reminder}` }],
    ]);
  });
});

test('are marked once, and not at all where they say nothing', () => {
  const messages = [
    { role: 'user', content: 'Hi' },
    {
      role: 'system',
      content: [
        { type: 'text', text: reminder },
        { type: 'text', text: ' ' },
      ],
    },
  ];
  const request = dialects.messages.codec.decodeRequest({ model: 'm', max_tokens: 9, messages }, route);
  expect(request.turns[0]?.blocks).toEqual([
    { kind: 'text', text: 'Hi' },
    { kind: 'text', text: reminder, isSystem: true },
  ]);
});
