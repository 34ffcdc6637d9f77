import { expect, test } from 'vitest';
import { ask, frameData, startSandbox } from '../testing/start-sandbox.ts';

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const clock = {
  type: 'function' as const,
  function: { name: 'get_time', parameters: { type: 'object', properties: {} } },
};

test('a plain answer says back what was asked', async () => {
  const { client } = await startSandbox();
  const completion = await client.chat.completions.create(ask('Grüße 🌍'));
  expect(completion).toMatchObject({
    id: expect.stringMatching(/^chatcmpl-/),
    object: 'chat.completion',
    model: 'gpt-4o',
    system_fingerprint: expect.stringMatching(/^fp_/),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Grüße 🌍', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 },
  });
});

test('a stream is the same answer, with usage only when asked for', async () => {
  const { client } = await startSandbox();
  const text = 'a text that is longer than a single piece 🌍';
  const whole = await client.chat.completions.create(ask(text));
  const stream = client.chat.completions.stream({ ...ask(text), stream_options: { include_usage: true } });
  const completion = await stream.finalChatCompletion();
  expect(completion.choices[0]?.message.content).toBe(text);
  expect(completion.usage).toEqual(whole.usage);
  const without = await client.chat.completions.stream(ask(text)).finalChatCompletion();
  expect(without.usage).toBeUndefined();
});

test('the frames of a stream are those of the vendor', async () => {
  const { post } = await startSandbox();
  const response = await post('/v1/chat/completions', {
    ...ask('[[chunks=2 size=4]]'),
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const data = frameData(await response.text());
  expect(data.pop()).toBe('[DONE]');
  const chunks = data.map((json) => JSON.parse(json));
  expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
    { role: 'assistant', content: '', refusal: null },
    { content: '0 th' },
    { content: '1 th' },
    {},
    undefined,
  ]);
  expect(chunks.map(({ usage }) => usage?.completion_tokens ?? usage)).toEqual([null, null, null, null, 2]);
  expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([
    null,
    null,
    null,
    'stop',
    undefined,
  ]);
  expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).toBe(1);
  const plain = await (await post('/v1/chat/completions', { ...ask('x'), stream: true })).text();
  expect(plain).not.toContain('usage');
});

test('parallel calls are streamed in fragments, and their results are said back', async () => {
  const { client } = await startSandbox();
  const text = 'Well? [[tool get_weather {"city":"São Paulo"}]] [[tool get_time]]';
  const request = { ...ask(text), tools: [weather, clock] };
  const completion = await client.chat.completions.stream(request).finalChatCompletion();
  const message = completion.choices[0]?.message;
  const calls = message?.tool_calls ?? [];
  expect(completion.choices[0]?.finish_reason).toBe('tool_calls');
  expect(message?.content || null).toBeNull();
  expect(calls).toMatchObject([
    { type: 'function', function: { name: 'get_weather', arguments: '{"city":"São Paulo"}' } },
    { type: 'function', function: { name: 'get_time', arguments: '{}' } },
  ]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  const results = calls.map(({ id }, index) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: `result ${index}`,
  }));
  const next = await client.chat.completions.create({
    ...request,
    messages: [...request.messages, { role: 'assistant', content: null, tool_calls: calls }, ...results],
  });
  expect(next.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: 'result 0\nresult 1' },
  });
});

test('the first fragment of a call carries its name, the later ones only arguments', async () => {
  const { client } = await startSandbox();
  const stream = await client.chat.completions.create({
    ...ask('Paris in the spring'),
    tools: [weather],
    tool_choice: 'required',
    stream: true,
  });
  const fragments = [];
  for await (const chunk of stream) fragments.push(...(chunk.choices[0]?.delta.tool_calls ?? []));
  const [first, ...later] = fragments;
  expect(first).toEqual({
    index: 0,
    id: expect.stringMatching(/^call_/),
    type: 'function',
    function: { name: 'get_weather', arguments: '' },
  });
  expect(later.length).toBeGreaterThan(1);
  for (const fragment of later)
    expect(fragment).toEqual({ index: 0, function: { arguments: expect.any(String) } });
  const json = later.map((fragment) => fragment.function?.arguments).join('');
  expect(JSON.parse(json)).toEqual({ city: 'Paris in the spring' });
});

test.each([
  [
    'a named tool',
    { tool_choice: { type: 'function' as const, function: { name: 'get_time' } } },
    ['get_time'],
  ],
  ['none', { tool_choice: 'none' as const }, []],
  ['auto', { tool_choice: 'auto' as const }, []],
  ['required', { tool_choice: 'required' as const }, ['get_weather']],
])('tool_choice %s is obeyed', async (_name, choice, names) => {
  const { client } = await startSandbox();
  const completion = await client.chat.completions.create({
    ...ask('hi'),
    tools: [weather, clock],
    ...choice,
  });
  const calls = completion.choices[0]?.message.tool_calls ?? [];
  expect(calls.map((call) => (call.type === 'function' ? call.function.name : ''))).toEqual(names);
});

test('parallel_tool_calls false leaves one call', async () => {
  const { client } = await startSandbox();
  const completion = await client.chat.completions.create({
    ...ask('[[tool get_time]] [[tool get_weather {}]]'),
    tools: [weather, clock],
    parallel_tool_calls: false,
  });
  expect(completion.choices[0]?.message.tool_calls).toHaveLength(1);
});

test('JSON mode gives an object, a schema one that fits', async () => {
  const { client } = await startSandbox();
  const object = await client.chat.completions.create({
    ...ask('hi'),
    response_format: { type: 'json_object' },
  });
  expect(JSON.parse(object.choices[0]?.message.content ?? '')).toEqual({ echo: 'hi' });
  const schema = { type: 'object', properties: { age: { type: 'integer' }, name: { type: 'string' } } };
  const fitting = await client.chat.completions.parse({
    ...ask('hi'),
    response_format: { type: 'json_schema', json_schema: { name: 'person', schema } },
  });
  expect(JSON.parse(fitting.choices[0]?.message.content ?? '')).toEqual({ age: 1, name: 'hi' });
});

test('n choices are kept apart, streamed or not', async () => {
  const { client } = await startSandbox();
  const contents = ['a longer text than one piece', 1, 2].map((item, _index, [text]) =>
    typeof item === 'number' ? `${text} (choice ${item})` : text,
  );
  const request = { ...ask('a longer text than one piece'), n: 3 };
  const whole = await client.chat.completions.create(request);
  expect(whole.choices.map(({ message }) => message.content)).toEqual(contents);
  const streamed = await client.chat.completions.stream(request).finalChatCompletion();
  expect(streamed.choices.map(({ message }) => message.content)).toEqual(contents);
});

test('limits and stop words cut the answer', async () => {
  const { client } = await startSandbox();
  const text = 'one two three four five';
  const limited = await client.chat.completions.create(ask(text, { max_tokens: 2 }));
  expect(limited.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one two ' } });
  expect(limited.usage?.completion_tokens).toBe(2);
  const exact = await client.chat.completions.create(ask('12345678', { max_completion_tokens: 2 }));
  expect(exact.choices[0]?.finish_reason).toBe('stop');
  const stopped = await client.chat.completions.create(ask(text, { stop: ['five', ' three'] }));
  expect(stopped.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'one two' } });
});

test('reasoning is shown and counted apart', async () => {
  const { client } = await startSandbox();
  const request = ask('[[reasoning=50]] hi', { reasoning_effort: 'low' as const });
  const { usage } = await client.chat.completions.create(request);
  expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(50);
  expect(usage?.completion_tokens).toBe(51);
  const byName = await client.chat.completions.create({ ...ask('hi'), model: 'sandbox-reason' });
  expect(byName.choices[0]?.message).toMatchObject({
    reasoning_content: 'Thinking about: hi',
    content: 'hi',
  });
});

test('images count a fixed number of tokens, cached tokens at most the prompt', async () => {
  const { client } = await startSandbox();
  const url = `data:image/png;base64,${'A'.repeat(100_000)}`;
  const content = [
    { type: 'text' as const, text: '[[cached=500000]]look' },
    { type: 'image_url' as const, image_url: { url } },
  ];
  const completion = await client.chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content }],
  });
  expect(completion.choices[0]?.message.content).toBe('look');
  const prompt = Math.ceil('[[cached=500000]]look'.length / 4) + 85;
  expect(completion.usage).toMatchObject({
    prompt_tokens: prompt,
    prompt_tokens_details: { cached_tokens: prompt },
  });
});

test('models are listed', async () => {
  const { client } = await startSandbox();
  const ids = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toEqual(expect.arrayContaining(['gpt-4o-mini', 'fault-cut', 'fault-status-429']));
});

test('a body of 100 MB is accepted, one above 128 MB is not', async () => {
  const { post } = await startSandbox();
  const sized = (megabytes: number) =>
    `${' '.repeat(megabytes * 1024 * 1024)}${JSON.stringify(ask('hello'))}`;
  expect((await post('/v1/chat/completions', sized(100))).status).toBe(200);
  // Whoever is refused before the end of its body may find the connection closed.
  const refused = await post('/v1/chat/completions', sized(130)).catch(() => null);
  expect(refused?.status ?? 413).toBe(413);
});
