/** Forms as any client may write them, with any edits: the platform's own parser, which shares nothing with ours, reads what shall stand. */
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { scanForm } from './scan.ts';
import { editFields } from './splice.ts';
import { writeContentType } from './write-content-type.ts';

interface Part {
  name: string;
  isBare: boolean;
  file: string;
  before: string[];
  after: string[];
}

type Read = [name: string, value: string];

const boundary = fc.constantFrom('xYz', "a'(b)+_,-./:=?c", '----WebKitFormBoundary7MA4YWxkTrZu0gW');
const piece = fc.constantFrom(
  '\r\n',
  '\r',
  '\n',
  '--',
  '--xY',
  'm',
  '\0',
  '"',
  '图',
  '\ufeff',
  '; name="model"',
);
const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const line = fc.constantFrom(
  'Content-Length: 3',
  'X-Part:',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: binary',
);
const fileName = fc.constantFrom(
  '',
  '; filename="a.png"',
  '; filename="C:\\图;.png"',
  "; filename*=utf-8''%C3%BC",
);
const textNames = ['model', 'size', 'n', 'response_format'];
const start = fc.constantFrom('', '\r\n');
const lines = fc.array(line, { maxLength: 1 });
/** What is edited holds a text. */
const named = fc.oneof(
  fc.record({ name: fc.constantFrom(...textNames), isBare: fc.boolean(), file: fc.constant('') }),
  fc.record({ name: fc.constantFrom('image[]', '提示'), isBare: fc.constant(false), file: fileName }),
);
const part = fc
  .tuple(named, fc.record({ before: lines, after: lines, value }))
  .map(([name, rest]) => ({ ...name, ...rest }));
const edits = fc.dictionary(fc.constantFrom(...textNames), fc.option(value, { nil: undefined }), {
  noNullPrototype: true,
});

test('what is edited is read so, and all else as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      boundary,
      start,
      fc.array(part, { maxLength: 5 }),
      edits,
      async (mark, first, parts, edited) => {
        const written = parts.map((one) => `--${mark}\r\n${headOf(one)}\r\n\r\n${one.value}\r\n`);
        const body = Buffer.from(`${first}${written.join('')}--${mark}--\r\n`);
        const changes = new Map(Object.entries(edited));
        const sent = editFields(body, scanForm(body, mark), mark, changes);
        expect(await readByPlatform(sent, writeContentType(mark))).toEqual(expected(parts, changes));
      },
    ),
  );
});

function headOf({ name, isBare, file, before, after }: Part): string {
  const disposition = `Content-Disposition: form-data; name=${isBare ? name : `"${name}"`}${file}`;
  return [...before, disposition, ...after].join('\r\n');
}

function expected(
  fields: readonly { name: string; value: string }[],
  edited: ReadonlyMap<string, string | undefined>,
): Read[] {
  const added = [...edited].flatMap(([name, text]): Read[] =>
    text === undefined || fields.some((field) => field.name === name) ? [] : [[name, text]],
  );
  const kept = fields.flatMap(({ name, value: text }): Read[] => {
    const shown = edited.has(name) ? edited.get(name) : text;
    return shown === undefined ? [] : [[name, shown]];
  });
  return [...added, ...kept];
}

async function readByPlatform(body: Buffer, type: string): Promise<Read[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const read = [...form].map(async ([name, entry]): Promise<Read> => {
    const bytes = typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(await entry.arrayBuffer());
    return [name, bytes.toString('utf8')];
  });
  return Promise.all(read);
}
