import { describe, expect, test } from 'vitest';
import { FormError, readBoundary, scanForm } from './scan.ts';
import { setField } from './splice.ts';

const boundary = 'xYz';

/** A form as clients write it. */
function formOf(...parts: [head: string, value: string | Buffer][]): Buffer {
  const pieces = parts.flatMap(([head, value]) => [`--${boundary}\r\n${head}\r\n\r\n`, value, '\r\n']);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const file = `${named('file')}; filename="a.mp3"\r\nContent-Type: audio/mpeg`;

function valuesOf(body: Buffer): [string, string][] {
  return scanForm(body, boundary).fields.map(({ name, value }) => [
    name,
    body.toString('latin1', value.start, value.end),
  ]);
}

describe('a form', () => {
  test('is found field by field, whatever its values hold', () => {
    const body = formOf(
      [named('model'), 'm'],
      [file, '\r\n--x\r\n\r\n--xY'],
      [named('a[]'), ''],
      [named('a[]'), '1'],
    );
    expect(valuesOf(body)).toEqual([
      ['model', 'm'],
      ['file', '\r\n--x\r\n\r\n--xY'],
      ['a[]', ''],
      ['a[]', '1'],
    ]);
    expect(scanForm(body, boundary).fields.map(({ isFile }) => isFile)).toEqual([false, true, false, false]);
  });

  test.each([
    'content-disposition:form-data;name=model',
    'Content-Disposition: form-data; name=model; x="y"',
    'Content-Type: text/plain\r\nContent-Disposition: form-data ; name="model"',
    'Content-Disposition: form-data; name="model"\r\nContent-Transfer-Encoding: 8bit',
    'Content-Disposition: form-data; name="model"; filename="C:\\\\sounds\\a.mp3"; filename*=UTF-8\'\'%C3%BC.mp3',
  ])('%j names a field', (head) => {
    expect(valuesOf(formOf([head, 'm']))).toEqual([['model', 'm']]);
  });

  test('may begin on a line of its own, end without a last line break, and be empty', () => {
    const body = formOf([named('model'), 'm']);
    expect(valuesOf(Buffer.concat([Buffer.from('\r\n'), body]))).toEqual([['model', 'm']]);
    expect(valuesOf(body.subarray(0, -2))).toEqual([['model', 'm']]);
    expect(valuesOf(formOf())).toEqual([]);
  });
});

describe('what parsers may read in two ways is refused', () => {
  const good = formOf([named('model'), 'm']).toString();
  test.each([
    ['nothing', ''],
    ['a text before the form', `hello\r\n${good}`],
    ['a text behind the form', `${good}hello`],
    ['no end', good.replace('--xYz--\r\n', '')],
    ['a boundary within a value', good.replace('m\r\n--xYz--', 'm--xYz\r\n--xYz--')],
    ['a boundary behind a bare line feed', good.replace('m\r\n--xYz--', 'm\n--xYz\r\n\r\n--xYz--')],
    ['something behind a boundary', good.replace('--xYz\r\n', '--xYz \r\n')],
    ['no head', formOf(['', 'm'])],
    ['a folded head', formOf(['Content-Disposition: form-data;\r\n name="model"', 'm'])],
    ['a bare line feed in a head', formOf([`${named('a')}\n${named('model')}`, 'm'])],
    ['no disposition', formOf(['Content-Type: text/plain', 'm'])],
    ['two dispositions', formOf([`${named('model')}\r\n${named('a')}`, 'm'])],
    ['another disposition', formOf(['Content-Disposition: attachment; name="model"', 'm'])],
    ['no name', formOf(['Content-Disposition: form-data; filename="a"', 'm'])],
    ['two names', formOf([`${named('model')}; name="a"`, 'm'])],
    ['a name with an escape', formOf(['Content-Disposition: form-data; name="mo\\del"', 'm'])],
    ['a quote with an escape', formOf([`${named('a')}; filename="b\\"; name=\\"model"`, 'm'])],
    ['an encoded name', formOf([`${named('model')}; name*=UTF-8''a`, 'm'])],
    ['a value in base64', formOf([`${named('model')}\r\nContent-Transfer-Encoding: base64`, 'bQ=='])],
  ])('%s', (_what, body) => {
    expect(() => scanForm(Buffer.from(body), boundary)).toThrow(FormError);
  });

  test.each([
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a"; boundary=b',
    'multipart/form-data; boundary="a\r\nb"',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
  ])('%s', (contentType) => {
    expect(() => readBoundary(contentType)).toThrow(FormError);
  });
});

test.each([
  ['multipart/form-data; boundary=xYz', 'xYz'],
  ['Multipart/Form-Data;charset=utf-8; Boundary="a b"', undefined],
  ['multipart/form-data; boundary="a=b?c"', 'a=b?c'],
])('%s has the boundary %s', (contentType, expected) => {
  if (expected === undefined) return expect(() => readBoundary(contentType)).toThrow();
  expect(readBoundary(contentType)).toBe(expected);
});

describe('a field is set', () => {
  test.each([
    ['where it is', formOf([named('a'), '1'], [named('model'), 'm'], [file, 'z'])],
    ['in front where it is not', formOf([named('a'), '1'], [file, 'z'])],
  ])('%s', (_where, body) => {
    const set = setField(body, scanForm(body, boundary), boundary, 'model', 'up');
    expect(Object.fromEntries(valuesOf(set))).toEqual({ a: '1', model: 'up', file: 'z' });
    expect(valuesOf(set)).toHaveLength(3);
  });
});

test('random forms come out as they went in, and set fields change nothing else', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`multipart: SEED=${seed}\n`);
  const next = randomFrom(seed);
  const pieces = ['\r\n', '--', '--xY', 'z', '\n', '\r', 'm', '\0', '"', '\u00ff', ':', '; name="model"'];
  for (let round = 0; round < 2_000; round += 1) {
    const value = (): string => Array.from({ length: next(8) }, () => pieces[next(pieces.length)]).join('');
    const parts = Array.from({ length: next(5) }, (_, at): [string, string] => [`f${at}`, value()]);
    const isClean = parts.every(([, text]) => !text.includes(`--${boundary}`));
    const body = formOf(
      ...parts.map(([name, text]): [string, Buffer] => [named(name), Buffer.from(text, 'latin1')]),
    );
    if (!isClean) {
      expect(() => scanForm(body, boundary), `SEED=${seed}`).toThrow(FormError);
      continue;
    }
    expect(valuesOf(body), `SEED=${seed}`).toEqual(parts);
    const set = setField(body, scanForm(body, boundary), boundary, 'model', 'up');
    expect(valuesOf(set), `SEED=${seed}`).toEqual([['model', 'up'], ...parts]);
  }
});

test('random bytes never do worse than be refused', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`multipart bytes: SEED=${seed}\n`);
  const next = randomFrom(seed);
  const good = formOf([named('model'), 'm'], [file, 'z']);
  for (let round = 0; round < 5_000; round += 1) {
    const body = Buffer.from(good);
    for (let count = next(4); count >= 0; count -= 1) body[next(body.length)] = next(256);
    try {
      const { fields } = scanForm(body, boundary);
      for (const { value } of fields) expect(value.start <= value.end && value.end <= body.length).toBe(true);
    } catch (error) {
      expect(error, `SEED=${seed}`).toBeInstanceOf(FormError);
    }
  }
});

/** Whole numbers below a bound; the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
