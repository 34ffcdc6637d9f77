import type { Format, Question } from '../answer/question.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { checkCallOrder } from './check-call-order.ts';
import { checkNumbers } from './check-numbers.ts';
import { readServiceTier, type ServiceTier } from './identity.ts';
import { readMessages } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { type Checked, invalid, refused, type VendorError, wrongType, wrongValue } from './vendor-error.ts';

/** The members of `POST /v1/chat/completions` that the sandbox acts on. */
export interface ChatRequest {
  model: string;
  question: Question;
  isStream: boolean;
  includesUsage: boolean;
  serviceTier: ServiceTier;
}

const formatTypes = ['json_object', 'json_schema', 'text'] as const;

const notJson = invalid(
  'We could not parse the JSON body of your request. The API expects a JSON payload.',
  null,
);

/** Reads a request's body. Unknown members are let through; wrong ones are refused in the vendor's words. */
export function readRequest(bytes: Buffer): Checked<ChatRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(notJson);
  const { model } = body;
  if (model === undefined) return refused(invalid('you must provide a model parameter', null));
  if (typeof model !== 'string') return refused(wrongType('model', 'a string', model));
  if (model.startsWith('unknown-')) return refused(unknownModel(model));
  const messages = readMessages(body.messages);
  if (messages.type === 'refused') return messages;
  const toolbox = readTools(body);
  if (toolbox.type === 'refused') return toolbox;
  const format = readFormat(body.response_format ?? null);
  if (format.type === 'refused') return format;
  const stop = readStop(body.stop ?? null);
  if (stop.type === 'refused') return stop;
  const error =
    checkNumbers(body) ?? checkLimits(body) ?? checkStream(body) ?? checkCallOrder(messages.value);
  if (error) return refused(error);
  const effort = body.reasoning_effort ?? null;
  return {
    type: 'ok',
    value: {
      model,
      question: {
        messages: messages.value,
        toolbox: toolbox.value,
        allowsParallelCalls: body.parallel_tool_calls !== false,
        format: format.value,
        choices: numberOf(body.n) ?? 1,
        stop: stop.value,
        limitTokens: numberOf(body.max_completion_tokens) ?? numberOf(body.max_tokens),
        reasons: effort === null ? model.includes('reason') : effort !== 'none',
      },
      isStream: body.stream === true,
      includesUsage: asRecord(body.stream_options)?.include_usage === true,
      serviceTier: readServiceTier(body.service_tier),
    },
  };
}

export function unknownModel(model: string): VendorError {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { status: 404, message, type: 'invalid_request_error', param: null, code: 'model_not_found' };
}

function readFormat(value: unknown): Checked<Format> {
  if (value === null) return { type: 'ok', value: { type: 'text' } };
  const format = asRecord(value);
  const type = formatTypes.find((candidate) => candidate === format?.type);
  if (!type) return refused(wrongValue('response_format.type', format?.type, formatTypes));
  if (type !== 'json_schema') return { type: 'ok', value: { type } };
  const { schema, name } = asRecord(format?.json_schema) ?? {};
  const path = 'response_format.json_schema';
  if (typeof name !== 'string') return refused(invalid(`Missing required parameter: '${path}.name'.`, path));
  return { type: 'ok', value: { type, schema } };
}

function readStop(value: unknown): Checked<string[]> {
  if (value === null) return { type: 'ok', value: [] };
  const words: unknown[] = Array.isArray(value) ? value : [value];
  const stop = words.filter((word): word is string => typeof word === 'string');
  if (stop.length < words.length)
    return refused(wrongType('stop', 'one of a string or array of strings', value));
  if (stop.length > 4) {
    const message = `Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length ${stop.length} instead.`;
    return refused(invalid(message, 'stop', 'array_above_max_length'));
  }
  return { type: 'ok', value: stop };
}

function checkLimits(body: JsonRecord): VendorError | null {
  if (numberOf(body.max_tokens) === null || numberOf(body.max_completion_tokens) === null) return null;
  const message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  return invalid(message, 'max_tokens', 'invalid_parameter_combination');
}

function checkStream(body: JsonRecord): VendorError | null {
  const stream = body.stream ?? null;
  if (stream !== null && typeof stream !== 'boolean') return wrongType('stream', 'a boolean', stream);
  if (stream === true || (body.stream_options ?? null) === null) return null;
  const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  return invalid(message, 'stream_options');
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
