import type { Format, Message, Question } from '../answer/question.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { isOpened } from './beta-members.ts';
import { checkCallOrder } from './check-call-order.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkThinking, wantsThinking } from './check-thinking.ts';
import { readBlocks } from './read-blocks.ts';
import { messagesOf, readMessages } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { type Checked, invalid, missing, refused, type VendorError, wrongType } from './vendor-error.ts';

/** The members of `POST /v1/messages` that the sandbox acts on. */
export interface MessagesRequest {
  model: string;
  question: Question;
  isStream: boolean;
}

/** The vendor refuses every member that it does not know. */
const members = new Set([
  'cache_control',
  'container',
  'diagnostics',
  'inference_geo',
  'max_tokens',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'speed',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
  'user_profile_id',
  'workspace_id',
]);

const notJson = invalid('The request body is not valid JSON.');

/** Reads a request. To count its tokens it needs no `max_tokens`. */
export function readRequest(
  { headers, bytes }: Pick<Incoming, 'headers' | 'bytes'>,
  isCount: boolean,
): Checked<MessagesRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(notJson);
  const { model } = body;
  if (model === undefined) return refused(missing('model'));
  if (typeof model !== 'string') return refused(wrongType('model', 'string'));
  if (model.startsWith('unknown-')) return refused(unknownModel(model));
  const unknown = Object.keys(body).find((name) => !members.has(name) && !isOpened(name, headers));
  if (unknown !== undefined) return refused(invalid(`${unknown}: Extra inputs are not permitted`));
  if (!isCount && (body.max_tokens ?? null) === null) return refused(missing('max_tokens'));
  const system = readSystem(body.system);
  if (system.type === 'refused') return system;
  const turns = readMessages(body.messages);
  if (turns.type === 'refused') return turns;
  const toolbox = readTools(body);
  if (toolbox.type === 'refused') return toolbox;
  const stop = readStop(body.stop_sequences ?? []);
  if (stop.type === 'refused') return stop;
  const error =
    checkNumbers(body) ??
    checkStream(body) ??
    checkThinking(body, turns.value) ??
    checkCallOrder(turns.value);
  if (error) return refused(error);
  const question: Question = {
    messages: [...system.value, ...messagesOf(turns.value)],
    toolbox: toolbox.value,
    allowsParallelCalls: asRecord(body.tool_choice)?.disable_parallel_tool_use !== true,
    format: readFormat(body),
    choices: 1,
    stop: stop.value,
    limitTokens: typeof body.max_tokens === 'number' ? body.max_tokens : null,
    reasons: wantsThinking(body) || ((body.thinking ?? null) === null && model.includes('reason')),
  };
  return { type: 'ok', value: { model, question, isStream: body.stream === true } };
}

export function unknownModel(model: string): VendorError {
  return { status: 404, type: 'not_found_error', message: `model: ${model}` };
}

function readSystem(system: unknown): Checked<Message[]> {
  if ((system ?? null) === null || system === '') return { type: 'ok', value: [] };
  const blocks = readBlocks(system, 'system');
  if (blocks.type === 'refused') return blocks;
  return { type: 'ok', value: messagesOf([{ role: 'system', blocks: blocks.value }]) };
}

function readStop(value: unknown): Checked<string[]> {
  if (!Array.isArray(value)) return refused(wrongType('stop_sequences', 'list'));
  const words = value.filter((word): word is string => typeof word === 'string');
  if (words.length < value.length) return refused(wrongType('stop_sequences', 'list'));
  if (words.some((word) => word.trim() === '')) {
    return refused(invalid('stop_sequences: each stop sequence must contain non-whitespace'));
  }
  return { type: 'ok', value: words };
}

function readFormat(body: JsonRecord): Format {
  const format = asRecord(asRecord(body.output_config)?.format);
  return format?.type === 'json_schema' ? { type: 'json_schema', schema: format.schema } : { type: 'text' };
}

function checkStream({ stream = false }: JsonRecord): VendorError | null {
  return typeof stream === 'boolean' ? null : wrongType('stream', 'boolean');
}
