import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { replaceBetween, withProtocols } from './protocols.ts';

test('the README says which protocols are served over which upstreams: `npm run readme` writes it', async () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  expect(readme).toBe(await withProtocols(readme));
});

const marks = { begin: '<!-- begin -->', end: '<!-- end -->' };

test('only what stands between the marks is replaced', () => {
  const { begin, end } = marks;
  const replaced = replaceBetween(`a\n${begin}\nold\n${end}\nb\n`, 'new\n', marks);
  expect(replaced).toBe(`a\n${begin}\nnew\n${end}\nb\n`);
});

test.each(['', marks.end, marks.begin])('%j has not both marks', (readme) => {
  expect(() => replaceBetween(readme, 'new\n', marks)).toThrow('once each');
});
