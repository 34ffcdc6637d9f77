/** Texts that are JSON, as any writer may write it, and texts that nearly are. */
import { fc } from '@headgate/runtime/testing/properties';

export const spaces = fc.stringMatching(/^[ \n\r\t]{0,2}$/);

const pieces = fc.oneof(
  fc.constantFrom('a', 'model', '{', '}', '[', ']', ',', ':', ' ', '\u2028', '\u{1f600}', '\ufeff', '\x7f'),
  fc.constantFrom('\\"', '\\\\', '\\/', '\\n', '\\u0061', '\\ud83d', '\\u0000'),
  // Longer and shorter than what is looked at byte by byte.
  fc.nat(60).map((length) => 'y'.repeat(length)),
);
const stringTexts = fc.array(pieces, { maxLength: 5 }).map((content) => `"${content.join('')}"`);

const numberTexts = fc.oneof(
  fc.constantFrom('0', '-0', '1e400', '-1E-5', '0.0', '1.50', '1e+3', '123456789012345678901234567890'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
);

export const { value: valueTexts } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    stringTexts,
    numberTexts,
    fc.constantFrom('true', 'false', 'null'),
    listOf(tie('value')).map((list) => `[${list}]`),
    listOf(fc.tuple(stringTexts, spaces, fc.constant(':'), spaces, tie('value')).map(join)).map(
      (list) => `{${list}}`,
    ),
  ),
}));

function listOf(items: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const spaced = fc.array(fc.tuple(spaces, items, spaces).map(join), { maxLength: 4 });
  return fc.tuple(spaces, spaced).map(([within, list]) => (list.length > 0 ? list.join(',') : within));
}

const breaks = fc.constantFrom(
  ...[
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '0',
    '-',
    '.',
    'e',
    '01',
    '+1',
    'nul',
    'NaN',
    '\\u12',
    '\\x',
  ],
  ...['\u00a0', '\x0b', '\x00', '\t', '\ufeff'],
);

/** Some JSON, of which a few characters were changed, or none. */
export const nearlyJson = fc
  .tuple(
    fc.tuple(spaces, valueTexts, spaces).map(join),
    fc.array(fc.tuple(fc.nat(), breaks, fc.nat(2)), { maxLength: 2 }),
  )
  .map(([text, changes]) => changes.reduce(change, text));

/** Puts a text at some place, over some characters. */
export function change(text: string, [place, put, over]: [number, string, number]): string {
  const at = place % (text.length + 1);
  return (text.slice(0, at) + put + text.slice(at + over)).toWellFormed();
}

function join(parts: readonly string[]): string {
  return parts.join('');
}
