import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import type { Tool, Turn } from '../../../canon/request.ts';
import { writeInput } from './write-input.ts';

test('a tool is looked at once, however many calls there are', () => {
  let looks = 0;
  const tool: Tool = {
    name: 'patch',
    schema: {},
    get freeform() {
      looks += 1;
      return { kind: 'text' } as const;
    },
  };
  const call = { kind: 'tool-call', id: 'call_1', name: 'patch', argsText: '{"input":"a"}' } as const;
  const turn: Turn = { from: 'assistant', blocks: [call, call, call] };
  const item = { type: 'custom_tool_call', call_id: 'call_1', name: 'patch', input: 'a' };
  const context = { writeMark: () => ({}), hasPhases: false, losses: recordLosses() };
  expect(writeInput({ turns: [turn], tools: [tool] }, context)).toEqual([item, item, item]);
  expect(looks).toBe(1);
});
