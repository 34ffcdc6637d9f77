/** Arguments of calls that an upstream writes as their JSON where its dialect has the object, or the other way round. */
import { expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { foldReply } from '../canon/fold.ts';
import type { UpstreamCodec } from './codec.ts';
import { codec as converse } from './converse/codec.ts';
import { dialects } from './index.ts';

const ids = { requestId: 'r' };
const codecs: Record<string, UpstreamCodec> = { converse };
const codecOf = (name: string): UpstreamCodec => codecs[name] ?? dialects[name as DialectName].codec;

const native = (args: unknown) => ({
  candidates: [{ content: { parts: [{ functionCall: { name: 'find', args } }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
});
const response = (args: unknown) => ({
  ...{ id: 'resp_1', object: 'response', model: 'm', status: 'completed' },
  output: [{ type: 'function_call', call_id: 'a', name: 'find', arguments: args }],
});
const output = (input: unknown) => ({
  output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'find', input } }] } },
  stopReason: 'tool_use',
});
const responseEvents = (args: unknown, pieces: readonly object[] = []) => {
  const { output } = response(args);
  const item = output[0];
  return [
    { type: 'response.created', response: { ...response(args), status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
    ...pieces,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: response(args) },
  ];
};
const doneWith = (args: unknown) => ({
  type: 'response.function_call_arguments.done',
  output_index: 0,
  arguments: args,
});
const converseEvents = (input: unknown) => [
  { messageStart: { role: 'assistant' } },
  {
    contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'a', name: 'find' } } },
  },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input } } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: 'tool_use' } },
];

const object = { a: [1, 'b'] };
const json = JSON.stringify(object);

test.each<[string, unknown, string]>([
  ['generate-content', native(json), json],
  ['generate-content', native(''), '{}'],
  ['generate-content', native(null), '{}'],
  ['generate-content', native([]), '{}'],
  ['responses', response(object), json],
  ['responses', response([]), ''],
  ['converse', output(json), json],
  ['converse', output(''), '{}'],
  ['converse', output(null), '{}'],
  ['converse', output([]), '{}'],
])('a whole answer of %s: %j', (name, body, argsText) => {
  expect(foldReply(codecOf(name).decodeReply(body, ids)).blocks).toMatchObject([{ name: 'find', argsText }]);
});

test.each<[string, readonly unknown[]]>([
  ['generate-content', [native(json)]],
  ['responses', responseEvents(object)],
  ['responses', responseEvents(object, [doneWith(object)])],
  ['converse', converseEvents(object)],
  ['converse', converseEvents(json)],
])('a stream of %s: %j', (name, events) => {
  const decoder = codecOf(name).createStreamDecoder(ids);
  const said = [...events.flatMap((event) => decoder.push(JSON.stringify(event))), ...decoder.end()];
  expect(foldReply(said).blocks).toMatchObject([{ name: 'find', argsText: json }]);
});

test('an object is counted where the upstream of responses counts nothing', () => {
  let visible = '';
  dialects.responses.passage.readSaid?.(response(object), (_kind, text) => {
    visible += text;
  });
  expect(visible).toBe(`find${json}`);
});
