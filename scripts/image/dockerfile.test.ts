import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@headgate/runtime/version';
import { expect, test } from 'vitest';
import { bundledPrograms } from '../bundle/programs.ts';
import { repository } from '../start/repository.ts';
import toolchain from '../toolchain.json' with { type: 'json' };

const read = (file: string): string => readFileSync(join(repository, 'deploy', file), 'utf8');
/** Instructions, a line each. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const argumentsOf = (word: string): string[] =>
  instructions.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
const stages = argumentsOf('FROM').map((text) => text.split(' '));

/** The instructions of a stage, without its `FROM`. */
function stage(name: string): string[] {
  const start = instructions.findIndex((line) => new RegExp(`^FROM .* AS ${name}$`).test(line));
  const rest = instructions.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('FROM '));
  return end === -1 ? rest : rest.slice(0, end);
}

test('the base is one argument, pinned to the Node of the toolchain', () => {
  const [base] = argumentsOf('ARG').filter((text) => text.startsWith('BASE='));
  expect(base).toMatch(/^BASE=docker\.io\/library\/node:\d+\.\d+\.\d+-[a-z]+-slim(@sha256:[0-9a-f]{64})?$/);
  expect(base).toContain(`:${toolchain.node.version}-`);
  const known = ['scratch', ...stages.map(([, , name]) => name)];
  const outside = stages.map(([from = '']) => from).filter((from) => !known.includes(from));
  expect(new Set(outside.map((from) => from.replaceAll(/[${}]/g, '')))).toEqual(new Set(['BASE']));
});

test('what production runs is built unless something else is asked for', () => {
  expect(stages.at(-1)).toEqual(['production']);
  expect(stage('production').join('\n')).not.toMatch(/sandbox/i);
  expect(stage('build').at(-1)).toContain('mv /out/sandbox.js* /sandbox/');
  expect(stage('development')).toContain('COPY --from=build /sandbox /app');
});

test('it runs as a user with a number, who is nobody else', () => {
  const [, uid = ''] = /^(\d+):\d+$/.exec(argumentsOf('USER')[0] ?? '') ?? [];
  expect(Number(uid)).toBeGreaterThan(1_000);
  expect(argumentsOf('USER')).toHaveLength(1);
  expect(read('collect-root.sh')).toContain(`user=${uid}`);
});

test('the first argument chooses the process', () => {
  expect(argumentsOf('ENTRYPOINT')).toEqual(['["node"]']);
  expect(argumentsOf('CMD')).toEqual([]);
  expect(argumentsOf('EXPOSE')).toEqual(['8080 9090 9100']);
});

test('every process that it names exists', () => {
  const named = [...read('Dockerfile').matchAll(/\b([a-z-]+)\.js\b/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(bundledPrograms)).toContain(name);
});

test('nothing is fetched but by the toolchain, which checks it', () => {
  expect(argumentsOf('ADD')).toEqual([]);
  expect(argumentsOf('RUN').join('\n')).not.toMatch(/curl|wget|apt|npm (?:i|install|ci)\b|corepack|https?:/);
  expect(stage('build').join('\n')).toContain('npm_config_ignore_scripts=true');
  for (const line of stage('production')) expect(line).not.toMatch(/^RUN /);
});

test('its label has the version of the product', () => {
  expect(argumentsOf('ARG')).toContain(`VERSION=${version}`);
});

test('what is no source, or is a secret, is not sent to the builder', () => {
  const lines = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');
  expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '.*', 'deploy', '**/.env']));
  expect(lines.filter((line) => line.startsWith('!'))).toEqual(['!deploy/collect-root.sh']);
  expect(readdirSync(join(repository, 'deploy'))).toContain('collect-root.sh');
});
