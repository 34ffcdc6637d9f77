import { describe, expect, test } from 'vitest';
import type { CanonRequest } from '../request.ts';
import { fitToolNames, type NameRule, withOriginalName } from './tool-names.ts';

const rule: NameRule = { first: /[a-z]/, rest: /[a-z_]/, maxLength: 20 };

function requestWith(...names: string[]): CanonRequest {
  return {
    model: 'm',
    instructions: [],
    turns: [
      { from: 'user', blocks: [{ kind: 'text', text: 'hi' }] },
      {
        from: 'assistant',
        blocks: names.map((name) => ({ kind: 'tool-call', id: name, name, argsText: '{}' })),
      },
    ],
    tools: names.map((name) => ({ name })),
    toolChoice: { kind: 'tool', name: names[0] ?? '' },
    stop: [],
    sampling: {},
    stream: false,
    includeUsage: false,
    extras: {},
  };
}

function fitted(...names: string[]) {
  const { request, originals } = fitToolNames(requestWith(...names), rule);
  return { names: request.tools.map(({ name }) => name), request, originals };
}

describe('names of tools', () => {
  test('stay as they are where they are allowed', () => {
    const request = requestWith('see', 'hear_it');
    expect(fitToolNames(request, rule)).toEqual({ request, originals: new Map() });
    expect(fitToolNames(request, rule).request).toBe(request);
  });

  test('lose what is not allowed, everywhere they stand', () => {
    const { request } = fitted('server.see');
    expect(request.tools).toEqual([{ name: 'server_see' }]);
    expect(request.toolChoice).toEqual({ kind: 'tool', name: 'server_see' });
    expect(request.turns[1]?.blocks).toMatchObject([{ id: 'server.see', name: 'server_see' }]);
  });

  test('stay apart where what is left of them is the same', () => {
    const { names } = fitted('a.b', 'a_b', 'a:b');
    expect(new Set(names).size).toBe(3);
    expect(names).toContain('a_b');
  });

  test('are cut to their length, and stay apart', () => {
    const { names } = fitted(`${'x'.repeat(30)}a`, `${'x'.repeat(30)}b`);
    expect(new Set(names).size).toBe(2);
    expect(Math.max(...names.map(({ length }) => length))).toBe(20);
  });

  test('are the same on the next turn', () => {
    expect(fitted('a.b', 'a:b').names).toEqual(fitted('a.b', 'a:b').names);
  });

  test('come back as the client knows them', () => {
    const { originals, names } = fitted('server.see', 'hear');
    const called = names.map((name) => {
      const block = { kind: 'tool-call' as const, id: 'i', name };
      return withOriginalName({ kind: 'block-start', index: 0, block }, originals);
    });
    expect(called).toMatchObject([{ block: { name: 'server.see' } }, { block: { name: 'hear' } }]);
  });
});
