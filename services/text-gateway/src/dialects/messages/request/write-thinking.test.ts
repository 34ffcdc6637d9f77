import { describe, expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import type { CanonRequest, Turn } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { encodeRequest } from '../encode-request.ts';

const asked: Turn = { from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] };
const empty: CanonRequest = {
  ...{ model: 'alias', instructions: [], turns: [asked], tools: [], stop: [], sampling: {} },
  ...{ stream: false, includeUsage: false, extras: {} },
};

function write(model: string, members: Partial<CanonRequest>) {
  const losses = recordLosses();
  const body: JsonRecord = encodeRequest({ ...empty, ...members }, { model, maxOutputTokens: 8_192 }, losses);
  return { ...body, dropped: losses.dropped, approximated: losses.approximated };
}

const enabled = (budget: number) => ({ type: 'enabled', budget_tokens: budget });

describe('an effort', () => {
  test.each([
    ['claude-opus-4-8', 'medium', { type: 'adaptive' }, 'medium'],
    ['claude-opus-4-8', 'xhigh', { type: 'adaptive' }, 'xhigh'],
    ['claude-opus-4-8', 'max', { type: 'adaptive' }, 'max'],
    ['claude-opus-4-8', 'none', undefined, undefined],
    ['claude-opus-5', 'none', { type: 'disabled' }, undefined],
    ['claude-sonnet-5-20260601', 'none', { type: 'disabled' }, undefined],
    ['claude-haiku-5-5', 'none', { type: 'disabled' }, undefined],
    ['claude-sonnet-5-5', 'none', { type: 'between_tools' }, undefined],
    ['anthropic/claude-opus-5.5', 'none', undefined, 'low'],
    ['claude-fable-5-1', 'none', undefined, 'low'],
    ['claude-sonnet-5-5', 'high', { type: 'adaptive' }, 'high'],
    ['claude-sonnet-4-6', 'xhigh', { type: 'adaptive' }, 'high'],
    ['claude-sonnet-4-6', 'max', { type: 'adaptive' }, 'max'],
    ['claude-opus-4-5-20251101', 'max', enabled(6_553), 'high'],
    ['claude-opus-4-5-20251101', 'low', enabled(2_048), 'low'],
    ['anthropic/claude-sonnet-4.5', 'low', enabled(2_048), undefined],
    ['claude-sonnet-4-20250514', 'medium', enabled(6_553), undefined],
    ['claude-sonnet-4-20250514', 'none', { type: 'disabled' }, undefined],
    ['claude-3-5-haiku-20241022', 'high', undefined, undefined],
    ['glm-4.7', 'minimal', { type: 'adaptive' }, 'low'],
    ['glm-4.7', 'none', { type: 'disabled' }, undefined],
  ] as const)('for %s of %s', (model, effort, thinking, word) => {
    const written: JsonRecord = write(model, { reasoning: { effort } });
    expect(written.thinking).toEqual(thinking);
    expect(written.output_config).toEqual(word && { effort: word });
  });
});

describe('a budget', () => {
  test.each([
    ['claude-opus-4-8', 2_048, { type: 'adaptive' }, ['reasoning']],
    ['claude-sonnet-4-5', 2_048, enabled(2_048), []],
    ['claude-sonnet-4-5', 100, enabled(1_024), ['reasoning']],
    ['claude-sonnet-4-5', 50_000, enabled(6_553), ['reasoning']],
    ['claude-sonnet-4-5', 0, { type: 'disabled' }, []],
  ] as const)('for %s of %d', (model, budgetTokens, thinking, approximated) => {
    const written: JsonRecord = write(model, { reasoning: { budgetTokens } });
    expect(written).toMatchObject({ thinking, approximated, max_tokens: 8_192 });
  });

  test('that leaves no room within the bound on output is none', () => {
    const reasoning = { effort: 'high' as const };
    expect(write('claude-sonnet-4-5', { reasoning, maxOutputTokens: 1_200 })).toMatchObject({
      ...{ thinking: { type: 'disabled' }, max_tokens: 1_200, dropped: ['reasoning'] },
    });
  });
});

test('a call that must be made leaves no thinking', () => {
  const forced = { reasoning: { effort: 'high' as const }, toolChoice: { kind: 'any' as const } };
  expect(write('claude-sonnet-4-6', { ...forced, tools: [{ name: 'f' }] })).toMatchObject({
    ...{ thinking: { type: 'disabled' }, tool_choice: { type: 'any' }, dropped: ['reasoning'] },
  });
});

test.each(['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1'])(
  '%s cannot be made to call, and thinks as it is asked to',
  (model) => {
    const forced = {
      reasoning: { effort: 'high' as const },
      toolChoice: { kind: 'tool' as const, name: 'f' },
    };
    expect(write(model, { ...forced, tools: [{ name: 'f' }], parallelToolCalls: false })).toMatchObject({
      ...{ thinking: { type: 'adaptive' }, output_config: { effort: 'high' }, approximated: ['toolChoice'] },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
  },
);

test('a turn that goes on after calls without their thinking has none, where it has a budget', () => {
  const turns: Turn[] = [
    asked,
    { from: 'assistant', blocks: [{ kind: 'tool-call', id: 'c', name: 'f', argsText: '{}' }] },
    { from: 'user', blocks: [{ kind: 'tool-result', callId: 'c', blocks: [] }] },
  ];
  const reasoning = { effort: 'high' as const };
  expect(write('claude-sonnet-4-5', { turns, reasoning })).toMatchObject({ thinking: { type: 'disabled' } });
  expect(write('claude-opus-4-8', { turns, reasoning })).toMatchObject({ thinking: { type: 'adaptive' } });
});

test.each(['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'])(
  '%s goes on thinking in a turn that began with it, and whose later calls have none',
  (model) => {
    const call = (id: string) => ({ kind: 'tool-call' as const, id, name: 'f', argsText: '{}' });
    const result = (callId: string): Turn => ({
      from: 'user',
      blocks: [{ kind: 'tool-result', callId, blocks: [] }],
    });
    const thought = {
      kind: 'reasoning' as const,
      text: 'Hm.',
      seal: { dialect: 'messages' as const, value: 's' },
    };
    const turns: Turn[] = [
      asked,
      { from: 'assistant', blocks: [thought, call('c1')] },
      result('c1'),
      { from: 'assistant', blocks: [call('c2')] },
      result('c2'),
    ];
    expect(write(model, { turns, reasoning: { effort: 'high' } })).toMatchObject({
      ...{ thinking: { type: 'enabled' }, dropped: [] },
    });
    const without: Turn[] = [asked, { from: 'assistant', blocks: [call('c1')] }, ...turns.slice(2)];
    expect(write(model, { turns: without, reasoning: { effort: 'high' } })).toMatchObject({
      ...{ thinking: { type: 'disabled' }, dropped: ['reasoning'] },
    });
  },
);

test('a turn whose first words the client gives has no thinking, where it has a budget', () => {
  const turns: Turn[] = [asked, { from: 'assistant', blocks: [{ kind: 'text', text: 'Well,' }] }];
  const reasoning = { effort: 'high' as const };
  expect(write('claude-sonnet-4-5', { turns, reasoning })).toMatchObject({
    ...{ thinking: { type: 'disabled' }, dropped: ['reasoning'] },
  });
});

describe('sampling', () => {
  const sampling = { temperature: 0.5, topP: 0.9, topK: 40 };
  const low = { reasoning: { effort: 'low' as const } };

  test.each<[string, Partial<CanonRequest>, JsonRecord, string[]]>([
    ['glm-4.7', {}, { temperature: 0.5, top_p: 0.9, top_k: 40 }, []],
    ['claude-sonnet-4-5', {}, { temperature: 0.5, top_k: 40 }, ['topP']],
    ['claude-opus-4-8', {}, {}, ['temperature', 'topK', 'topP']],
    ['claude-sonnet-4-5', low, {}, ['temperature', 'topK', 'topP']],
  ])('for %s with %j', (model, members, taken, dropped) => {
    const written: JsonRecord = write(model, { sampling, ...members });
    const { temperature, top_p, top_k } = written;
    expect({ temperature, top_p, top_k }).toEqual(taken);
    expect(written.dropped).toEqual(dropped);
  });

  test('with a temperature of 1 is what holds anyway', () => {
    const written: JsonRecord = write('claude-opus-4-8', { sampling: { temperature: 1 } });
    expect(written.temperature).toBeUndefined();
    expect(written.dropped).toEqual([]);
  });
});
