/** Which models may be made to call, and by name. Source: AWS' reference of `ToolChoice`, and LangChain's client. */
import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { codec as chat } from '../../chat-completions/codec.ts';
import { encodeRequest } from '../encode-request.ts';

const named = { type: 'function', function: { name: 'get_weather' } };
const byName = { tool: { name: 'get_weather' } };

test.each([
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', named, byName],
  ['amazon.nova-pro-v1:0', named, byName],
  ['amazon.nova-pro-v1:0', 'required', { any: {} }],
  ['mistral.mistral-large-2407-v1:0', named, { any: {} }],
  ['mistral.mistral-large-2407-v1:0', 'required', { any: {} }],
  ['us.meta.llama3-3-70b-instruct-v1:0', named, undefined],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'required', undefined],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'auto', { auto: {} }],
])('%s is asked for %j as it takes it', (model, tool_choice, written) => {
  const parameters = { type: 'object', properties: {} };
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'Weather in Bern?' }],
    tools: [{ type: 'function', function: { name: 'get_weather', parameters } }],
    tool_choice,
  };
  const losses = recordLosses();
  const request = chat.decodeRequest(body, { model: 'm', stream: false });
  const { toolConfig } = encodeRequest(request, { model, maxOutputTokens: 64 }, losses);
  expect((toolConfig as { toolChoice?: object }).toolChoice).toEqual(written);
  const isAsAsked = JSON.stringify(written) === JSON.stringify(byName) || tool_choice !== named;
  expect(losses.approximated).toEqual(isAsAsked && written ? [] : ['toolChoice']);
});
