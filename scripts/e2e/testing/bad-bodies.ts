/** Bodies that are no chat completions request, by what is wrong with them. */

export interface BadBody {
  body: Buffer;
  /** The member that the refusal names. */
  param: string;
}

const messages = '"messages":[{"role":"user","content":"hi"}]';
const good = `"model":"gpt-4o-mini",${messages}`;

function unnamed(...bodies: (string | Buffer)[]): BadBody[] {
  return bodies.map((body) => ({ body: Buffer.from(body), param: '' }));
}

/** One body for each value of the member. */
function wrong(param: string, values: readonly string[], rest = good): BadBody[] {
  const name = param.split('.')[0] ?? '';
  return values.map((value) => ({ body: Buffer.from(`{${rest},"${name}":${value}}`), param }));
}

const noCounts = ['-1', '0', '1.5', '"1"', '"a"', '1e309', '-1e309', '1e300', 'true', '[]', '{}'];
const noStrings = ['5', 'null', 'true', '[]', '{}', '""', '["gpt-4o-mini"]'];
const noBooleans = ['"yes"', '"true"', '1', '0', '[]', '{}'];
const streamed = `${good},"stream":true`;

function nested(open: string, close: string, depth = 100_000): string {
  return `{${good},"metadata":${open.repeat(depth)}1${close.repeat(depth)}}`;
}

/** A good request with these bytes in its content. */
function around(...bytes: number[]): Buffer {
  const [before = '', after = ''] = `{${good}}`.split('hi');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

export const badBodies: Record<string, BadBody[]> = {
  'no JSON': unnamed(
    '',
    ' \n',
    'hello',
    '<model>gpt-4o-mini</model>',
    `model=gpt-4o-mini&stream=true`,
    '{',
    `{${good}`,
    `{${good}]`,
    `{${good},}`,
    `{${good}}{}`,
    `{${good}} x`,
    `\ufeff{${good}}`,
    `{'model':'gpt-4o-mini'}`,
    `{${good},"top_p":NaN}`,
    `{${good},"top_p":01}`,
    `{${good},"user":"\\x"}`,
    `{${good},"user":"a\nb"`,
  ),
  'no object': unnamed('null', 'true', '5', '"gpt-4o-mini"', '[]', `[{${good}}]`),
  'wrong types': [
    ...wrong('model', noStrings, messages),
    { body: Buffer.from(`{${messages}}`), param: 'model' },
    ...wrong('messages', ['"x"', '{}', 'null', '5', 'true'], '"model":"gpt-4o-mini"'),
    { body: Buffer.from('{"model":"gpt-4o-mini"}'), param: 'messages' },
    ...wrong('stream', noBooleans),
    ...wrong('stream_options', ['{}', '"x"', '{"include_usage":true}']),
    ...wrong('stream_options', ['"x"', '5', '[]', 'true'], streamed),
    ...wrong('stream_options.include_usage', ['{"include_usage":"yes"}', '{"include_usage":1}'], streamed),
    ...wrong('n', [...noCounts, '129']),
    ...wrong('max_tokens', noCounts),
    ...wrong('max_completion_tokens', noCounts),
  ],
  'duplicate members': unnamed(
    `{${good},"model":"gpt-4o-mini"}`,
    `{${good},"model":"call-model"}`,
    `{${good},"\\u006dodel":"call-model"}`,
    `{"\\u006dodel":"gpt-4o-mini",${messages}}`,
    `{${good},${messages}}`,
    `{${good},"n":1,"n":100}`,
    `{${good},"max_tokens":1,"max_tokens":100000}`,
    `{${good},"max_tokens":1,"max_\\u0074okens":100000}`,
    `{${good},"stream":true,"stream":false}`,
    `{${good},"__proto__":1,"__proto__":2}`,
  ),
  'deep nesting': unnamed(
    nested('[', ']'),
    nested('{"a":', '}'),
    nested('[{"a":', '}]'),
    nested('[', '', 1_000_000),
    `${'['.repeat(100_000)}`,
    `{"model":"gpt-4o-mini","messages":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ),
  'invalid UTF-8': unnamed(
    around(0xff),
    around(0xc0, 0xaf),
    around(0xe2, 0x82),
    around(0xed, 0xa0, 0x80),
    around(0xf5, 0x80, 0x80, 0x80),
    around(0x80),
    Buffer.from(`{${good}}`, 'utf16le'),
    Buffer.concat([Buffer.from(`{${good}}`), Buffer.from([0xff])]),
  ),
};

/** What only the upstream understands, and refuses. */
export const refusedUpstream: Record<string, string> = {
  'a temperature that is no number': `{${good},"temperature":"hot"}`,
  'a top_p out of range': `{${good},"top_p":2}`,
  'messages that are no messages': '{"model":"gpt-4o-mini","messages":[5]}',
  'no messages at all': '{"model":"gpt-4o-mini","messages":[]}',
  'tools that are no list': `{${good},"tools":"x"}`,
  'an unknown response format': `{${good},"response_format":{"type":"x"}}`,
  'a stop that is a number': `{${good},"stop":5}`,
};

/** Names of models that nobody serves, down to what is no text. */
export const unknownModels = [
  'nobody',
  '\\ud800',
  '\\u0000',
  '../..',
  '\\ud83d\\ude00'.repeat(150),
  'm'.repeat(5_000),
];

export function requestFor(model: string): string {
  return `{"model":"${model}",${messages}}`;
}
