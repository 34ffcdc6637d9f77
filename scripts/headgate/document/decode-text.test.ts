import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { DocumentError } from './read-document.ts';

test('a file in UTF-8 is its text, without the mark that editors put before it', () => {
  expect(decodeText(Buffer.from('\ufeffname: Grüße 🙂\r\n'))).toBe('name: Grüße 🙂\r\n');
});

test.each([
  ['the Windows or Latin encoding', Buffer.from('a: 1\npassword: gr\xfc\xdfe\n', 'latin1'), 2],
  ['UTF-16', Buffer.from('\ufeffa: 1\n', 'utf16le'), 1],
  ['a character that is cut off', Buffer.from('a: 1\nb: 2\nc: ü').subarray(0, -1), 3],
])('a file in %s is refused by its line, and nothing of it is shown', (_, bytes, line) => {
  const problem = `line ${line}: It is not UTF-8: save the file in that encoding`;
  expect(() => decodeText(bytes)).toThrow(new DocumentError([problem]));
});
