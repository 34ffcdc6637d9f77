/** Bodies that are no request, by what is wrong with them. */
import { type GoodBody, goodBody, membersOf } from './good-bodies.ts';
import type { Row } from './route-table.ts';
import { type BadBody, wrongTypesOf } from './wrong-types.ts';

function unnamed(...bodies: (string | Buffer)[]): BadBody[] {
  return bodies.map((body) => ({ body: Buffer.from(body), param: '' }));
}

function nested(good: string, open: string, close: string, depth = 100_000): string {
  return `{${good},"metadata":${open.repeat(depth)}1${close.repeat(depth)}}`;
}

/** A good request with these bytes in its content. */
function around(good: string, ...bytes: number[]): Buffer {
  const [before = '', after = ''] = `{${good}}`.split('hi');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

export const faults = [
  'no JSON',
  'no object',
  'wrong types',
  'duplicate members',
  'deep nesting',
  'invalid UTF-8',
] as const;

/** Bad bodies for a row; rows that have no body of their own get those of chat completions. */
export function badBodies(
  row: Pick<Row, 'dialect' | 'operation'>,
): Record<(typeof faults)[number], BadBody[]> {
  const shape = goodBody(row);
  const good = membersOf(shape);
  return {
    'no JSON': noJson(good),
    'no object': unnamed('null', 'true', '5', '"gpt-4o-mini"', '[]', `[{${good}}]`),
    'wrong types': wrongTypesOf(row),
    'duplicate members': duplicates(shape),
    'deep nesting': deep(shape),
    'invalid UTF-8': noUtf8(good),
  };
}

function noJson(good: string): BadBody[] {
  return unnamed(
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
    `\ufeff\ufeff{${good}}`,
    `{'model':'gpt-4o-mini'}`,
    `{${good},"top_p":NaN}`,
    `{${good},"top_p":01}`,
    `{${good},"user":"\\x"}`,
    `{${good},"user":"a\nb"`,
  );
}

function duplicates(shape: GoodBody): BadBody[] {
  const good = membersOf(shape);
  const ofModel = [
    `{${good},"model":"gpt-4o-mini"}`,
    `{${good},"model":"call-model"}`,
    `{${good},"\\u006dodel":"call-model"}`,
    `{"\\u006dodel":"gpt-4o-mini",${shape.said}}`,
  ];
  return unnamed(
    ...(shape.model ? ofModel : []),
    `{${good},${shape.said}}`,
    `{${good},"n":1,"n":100}`,
    `{${good},"max_tokens":1,"max_tokens":100000}`,
    `{${good},"max_tokens":1,"max_\\u0074okens":100000}`,
    `{${good},"generationConfig":{},"generationConfig":{"maxOutputTokens":1}}`,
    `{${good},"stream":true,"stream":false}`,
    `{${good},"__proto__":1,"__proto__":2}`,
  );
}

function deep(shape: GoodBody): BadBody[] {
  const good = membersOf(shape);
  return unnamed(
    nested(good, '[', ']'),
    nested(good, '{"a":', '}'),
    nested(good, '[{"a":', '}]'),
    nested(good, '[', '', 1_000_000),
    `${'['.repeat(100_000)}`,
    `{${shape.model}"${shape.list}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  );
}

function noUtf8(good: string): BadBody[] {
  return unnamed(
    around(good, 0xff),
    around(good, 0xc0, 0xaf),
    around(good, 0xe2, 0x82),
    around(good, 0xed, 0xa0, 0x80),
    around(good, 0xf5, 0x80, 0x80, 0x80),
    around(good, 0x80),
    Buffer.from(`{${good}}`, 'utf16le'),
    Buffer.concat([Buffer.from(`{${good}}`), Buffer.from([0xff])]),
  );
}
