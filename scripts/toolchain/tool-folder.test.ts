import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { adopt, borrow, completeMark, isComplete, temporaryBeside } from './tool-folder.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-tools-'));
});

function fill(path: string, content: string): void {
  writeFileSync(join(path, 'program'), content);
  writeFileSync(join(path, completeMark), JSON.stringify(['program']));
}

test('a folder without its mark, or with an empty program, is not whole', () => {
  const tool = join(folder, 'tool');
  mkdirSync(tool);
  writeFileSync(join(tool, 'program'), 'half');
  expect(isComplete(tool)).toBe(false);
  fill(tool, 'whole');
  expect(isComplete(tool)).toBe(true);
  truncateSync(join(tool, 'program'));
  expect(isComplete(tool)).toBe(false);
});

test('a finished folder takes the place of a half-made one', () => {
  const tool = join(folder, 'tool');
  mkdirSync(tool);
  writeFileSync(join(tool, 'program'), 'half');
  const temporary = temporaryBeside(tool);
  fill(temporary, 'whole');
  adopt(temporary, tool);
  expect(readFileSync(join(tool, 'program'), 'utf8')).toBe('whole');
  expect(existsSync(temporary)).toBe(false);
});

test('whoever comes second keeps what the first one made', () => {
  const tool = join(folder, 'tool');
  const temporary = temporaryBeside(tool);
  fill(temporary, 'second');
  mkdirSync(tool);
  fill(tool, 'first');
  adopt(temporary, tool);
  expect(readFileSync(join(tool, 'program'), 'utf8')).toBe('first');
});

test('temporary folders of processes that are gone are removed', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const left = join(folder, `.tmp-${dead}-tool`);
  mkdirSync(left);
  temporaryBeside(join(folder, 'tool'));
  expect(existsSync(left)).toBe(false);
});

test('only a whole folder is borrowed', () => {
  const source = join(folder, 'source');
  mkdirSync(source);
  expect(borrow(source, join(folder, 'home/tool'))).toBe(false);
  fill(source, 'whole');
  expect(borrow(source, join(folder, 'home/tool'))).toBe(true);
  expect(isComplete(join(folder, 'home/tool'))).toBe(true);
  expect(borrow(source, source)).toBe(false);
});
