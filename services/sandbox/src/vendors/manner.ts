import { invalid, refused, type VendorError } from '../chat-completions/vendor-error.ts';
import type { Manner } from '../exchange/manner.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import type { Vendor } from './vendor.ts';

/** How a vendor takes and writes chat completions. */
export function mannerOf(vendor: Vendor): Manner<VendorError> {
  const manner: Manner<VendorError> = {
    receive(incoming) {
      const body = asRecord(parseJson(incoming.bytes.toString()));
      if (!body) return { type: 'ok', value: incoming };
      for (const rule of vendor.rules) {
        const refusal = rule(body);
        if (refusal !== null) return refused(invalid(refusal, null));
      }
      return {
        type: 'ok',
        value: { ...incoming, bytes: Buffer.from(JSON.stringify(asOpenai(body, vendor))) },
      };
    },
    plan(plan, { bytes }) {
      const body = asRecord(parseJson(bytes.toString()));
      return (body && vendor.plan?.(plan, body)) ?? plan;
    },
    write: (json) => writeUsage(moveThoughts(nameCalls(json, vendor), vendor), vendor),
  };
  const { usagePlace } = vendor;
  if (usagePlace === 'asked' || usagePlace === 'own') return manner;
  return { ...manner, joinUsage: (finish, usage) => joinUsage(finish, usage, usagePlace) };
}

/** The request in OpenAI's words. */
function asOpenai(
  { thinking, reasoning, random_seed: seed, ...body }: JsonRecord,
  vendor: Vendor,
): JsonRecord {
  const asked = asRecord(reasoning);
  const switched = asRecord(thinking)?.type === 'disabled' ? 'none' : 'high';
  const effort = body.reasoning_effort ?? (asked ? (asked.effort ?? 'high') : undefined);
  const isAlways = vendor.usagePlace !== 'asked' && body.stream === true;
  return {
    ...body,
    seed,
    messages: Array.isArray(body.messages) ? body.messages.map(withoutThinking) : body.messages,
    reasoning_effort: thinking === undefined ? effort : (effort ?? switched),
    ...(isAlways && { stream_options: { include_usage: true } }),
  };
}

function withoutThinking(message: unknown): unknown {
  const { content } = asRecord(message) ?? {};
  if (!Array.isArray(content)) return message;
  const parts = content.filter((part) => asRecord(part)?.type !== 'thinking');
  return { ...asRecord(message), content: parts.length > 0 ? parts : null };
}

function nameCalls(json: JsonRecord, { callId }: Vendor): JsonRecord {
  if (!callId || !Array.isArray(json.choices)) return json;
  const choices = json.choices.map((choice: JsonRecord) => {
    const name = choice.delta === undefined ? 'message' : 'delta';
    const { tool_calls: calls, ...said } = asRecord(choice[name]) ?? {};
    if (!Array.isArray(calls)) return choice;
    const named = calls.map((call) =>
      typeof call.id === 'string' ? { ...call, id: callId(call.id) } : call,
    );
    return { ...choice, [name]: { ...said, tool_calls: named } };
  });
  return { ...json, choices };
}

function moveThoughts(json: JsonRecord, { thoughts }: Vendor): JsonRecord {
  if (!Array.isArray(json.choices) || thoughts === 'reasoning_content') return json;
  const choices = json.choices.map((choice: JsonRecord) => {
    const name = choice.delta === undefined ? 'message' : 'delta';
    const { reasoning_content: text, ...said } = asRecord(choice[name]) ?? {};
    if (text === undefined) return choice;
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text }] };
    const parts = said.content ? [thinking, { type: 'text', text: said.content }] : [thinking];
    const moved = thoughts === 'parts' ? { content: parts } : { reasoning: text };
    return { ...choice, [name]: { ...said, ...moved } };
  });
  return { ...json, choices };
}

function writeUsage(json: JsonRecord, vendor: Vendor): JsonRecord {
  const usage = asRecord(json.usage);
  if (!usage) return json;
  const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const counts = {
    input: count(usage.prompt_tokens),
    output: count(usage.completion_tokens),
    cached: count(asRecord(usage.prompt_tokens_details)?.cached_tokens),
    reasoning: count(asRecord(usage.completion_tokens_details)?.reasoning_tokens),
    image: count(asRecord(usage.completion_tokens_details)?.image_tokens),
  };
  return { ...json, usage: vendor.usage(counts) };
}

function joinUsage(
  { usage: _none, choices, ...finish }: JsonRecord,
  usage: unknown,
  place: 'finish' | 'choice' | 'x_groq',
): JsonRecord {
  if (place === 'finish') return { ...finish, choices, usage };
  if (place === 'x_groq') return { ...finish, choices, x_groq: { id: 'req_sandbox', usage } };
  const [first, ...others] = Array.isArray(choices) ? choices : [];
  return { ...finish, choices: [{ ...asRecord(first), usage }, ...others] };
}
