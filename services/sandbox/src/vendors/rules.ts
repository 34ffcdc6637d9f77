import { createHash } from 'node:crypto';
import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Rule } from './vendor.ts';

/** Every other member of a request is refused. */
export function onlyMembers(...names: string[]): Rule {
  return (body) => {
    const unknown = Object.keys(body).find((name) => !names.includes(name));
    return unknown === undefined ? null : `body.${unknown}: Extra inputs are not permitted`;
  };
}

export function noMembers(...names: string[]): Rule {
  return (body) => {
    const found = names.find((name) => body[name] !== undefined);
    return found === undefined ? null : `Argument not supported: ${found}`;
  };
}

/** Members of messages that are refused. */
export function noMessageMembers(...names: string[]): Rule {
  return (body) => {
    const found = names.find((name) => messagesOf(body).some((message) => message[name] !== undefined));
    return found === undefined ? null : `messages: property '${found}' is unsupported`;
  };
}

export const noDevelopers: Rule = (body) =>
  messagesOf(body).some(({ role }) => role === 'developer') ? "messages: unknown variant 'developer'" : null;

/** Only objects, and only where the word is among the texts. */
export const noSchemas: Rule = (body) => {
  const { type } = asRecord(body.response_format) ?? {};
  if (type === 'json_schema') return 'This response_format type is unavailable now';
  if (type !== 'json_object' || /json/i.test(JSON.stringify(body.messages))) return null;
  return "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.";
};

export const noStrictTools: Rule = (body) => {
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : [];
  const isStrict = tools.some((tool) => asRecord(asRecord(tool)?.function)?.strict !== undefined);
  return isStrict ? 'tools: strict is unsupported' : null;
};

/** A model that thinks cannot be made to call. */
export const noForcedCallsWhileThinking: Rule = (body) => {
  const choice = body.tool_choice ?? 'auto';
  const isFree = choice === 'auto' || choice === 'none' || !isThinking(body);
  return isFree ? null : 'tool_choice specified is incompatible with thinking enabled';
};

/** What a model that thinks thought before it called must come back. */
export const thoughtsBesideCalls: Rule = (body) => {
  const lacks = messagesOf(body).some(
    ({ tool_calls: calls, reasoning_content: thought }) => calls !== undefined && typeof thought !== 'string',
  );
  return lacks && isThinking(body) ? 'The reasoning_content in the thinking mode must be passed back' : null;
};

export const nineLetterIds: Rule = (body) => {
  const calls = messagesOf(body).flatMap(({ tool_calls: list }) => (Array.isArray(list) ? list : []));
  const ids = [
    ...calls.map(({ id }: JsonRecord) => id),
    ...messagesOf(body).map(({ tool_call_id: id }) => id),
  ];
  const bad = ids.find((id) => id !== undefined && !/^[a-zA-Z0-9]{9}$/.test(String(id)));
  return bad === undefined ? null : `Tool call id was ${bad} but must be a-z, A-Z, 0-9, with a length of 9.`;
};

/** Such an id, the same for the same. */
export function nineLetters(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

/** The rule, for models whose names fit. */
export function forModels(pattern: RegExp, rule: Rule): Rule {
  return (body) => (pattern.test(String(body.model)) ? rule(body) : null);
}

/** Thinking is on unless it is switched off. */
function isThinking({ thinking }: JsonRecord): boolean {
  return asRecord(thinking)?.type !== 'disabled';
}

function messagesOf({ messages }: JsonRecord): JsonRecord[] {
  return Array.isArray(messages) ? messages.map((message) => asRecord(message) ?? {}) : [];
}
