import type { Format, Message, Question } from '../answer/question.ts';
import { unknownModel } from '../chat-completions/read-request.ts';
import {
  type Checked,
  invalid,
  refused,
  type VendorError,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { checkCallOrder } from './check-call-order.ts';
import { checkNumbers } from './check-numbers.ts';
import type { Item } from './item.ts';
import { members, streamMembers } from './members.ts';
import { readItems } from './read-items.ts';
import { type OwnTools, readTools } from './read-tools.ts';
import type { KeptResponses } from './response-store.ts';

/** The members of `POST /v1/responses` that the sandbox acts on. */
export interface ResponseRequest {
  model: string;
  question: Question;
  /** The conversation, earlier responses included. */
  items: Item[];
  isStream: boolean;
  showsSummary: boolean;
  includesEncrypted: boolean;
  isStored: boolean;
  ownTools: OwnTools;
  /** As it came: the answer repeats much of it. */
  body: JsonRecord;
}

const notJson = invalid(
  'We could not parse the JSON body of your request. The API expects a JSON payload.',
  null,
);
const formatTypes = ['text', 'json_object', 'json_schema'] as const;

/** Reads a request's body. Unknown and wrong members are refused in the vendor's words. */
export function readRequest(bytes: Buffer, store: KeptResponses): Checked<ResponseRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(notJson);
  const { model } = body;
  if (typeof model !== 'string')
    return refused(invalid("Missing required parameter: 'model'.", 'model', missingCode));
  if (model.startsWith('unknown-')) return refused(unknownModel(model));
  const unknown = unknownMember(body);
  if (unknown !== null) {
    return refused(invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter'));
  }
  const items = readConversation(body, store);
  if (items.type === 'refused') return items;
  const added = items.value.flatMap(({ tools }, index) =>
    tools ? [{ tools, path: `input[${index}].tools` }] : [],
  );
  const offered = readTools(body, added);
  if (offered.type === 'refused') return offered;
  const format = readFormat(asRecord(asRecord(body.text)?.format));
  if (format.type === 'refused') return format;
  const error = checkNumbers(body) ?? checkStream(body) ?? checkCallOrder(items.value);
  if (error) return refused(error);
  const reasoning = asRecord(body.reasoning);
  const effort = reasoning?.effort ?? null;
  const include: unknown[] = Array.isArray(body.include) ? body.include : [];
  const question: Question = {
    messages: [...instructionsOf(body), ...items.value.flatMap(({ message }) => message ?? [])],
    toolbox: offered.value.toolbox,
    allowsParallelCalls: body.parallel_tool_calls !== false,
    format: format.value,
    choices: 1,
    stop: [],
    limitTokens: typeof body.max_output_tokens === 'number' ? body.max_output_tokens : null,
    reasons: effort === null ? model.includes('reason') : effort !== 'none',
  };
  const value: ResponseRequest = {
    model,
    question,
    items: items.value,
    isStream: body.stream === true,
    showsSummary: (reasoning?.summary ?? null) !== null,
    includesEncrypted: include.includes('reasoning.encrypted_content'),
    isStored: body.store !== false,
    ownTools: offered.value.ownTools,
    body,
  };
  return { type: 'ok', value };
}

const missingCode = 'missing_required_parameter';

function unknownMember(body: JsonRecord): string | null {
  const unknown = Object.keys(body).find((name) => !members.has(name));
  if (unknown !== undefined) return unknown;
  const option = Object.keys(asRecord(body.stream_options) ?? {}).find((name) => !streamMembers.has(name));
  return option === undefined ? null : `stream_options.${option}`;
}

/** What was said before the previous response, that response, and the input. */
function readConversation(body: JsonRecord, store: KeptResponses): Checked<Item[]> {
  const input = readItems(body.input, store.item);
  if (input.type === 'refused') return input;
  const id = body.previous_response_id ?? null;
  if (id === null) return input;
  const before = typeof id === 'string' ? store.conversation(id) : null;
  if (before) return { type: 'ok', value: [...before, ...input.value] };
  const message = `Previous response with id '${String(id)}' not found.`;
  return refused(invalid(message, 'previous_response_id', 'previous_response_not_found'));
}

/** Instructions hold for one answer; they are no part of the conversation. */
function instructionsOf({ instructions }: JsonRecord): Message[] {
  if (typeof instructions !== 'string') return [];
  return [{ role: 'system', text: instructions, mediaParts: 0, calls: [], callId: null }];
}

function readFormat(format: JsonRecord | null): Checked<Format> {
  if (!format) return { type: 'ok', value: { type: 'text' } };
  const type = formatTypes.find((candidate) => candidate === format.type);
  if (!type) return refused(wrongValue('text.format.type', format.type, formatTypes));
  if (type !== 'json_schema') return { type: 'ok', value: { type } };
  if (typeof format.name !== 'string') {
    return refused(
      invalid("Missing required parameter: 'text.format.name'.", 'text.format.name', missingCode),
    );
  }
  return { type: 'ok', value: { type, schema: format.schema } };
}

function checkStream(body: JsonRecord): VendorError | null {
  const stream = body.stream ?? null;
  if (stream !== null && typeof stream !== 'boolean') return wrongType('stream', 'a boolean', stream);
  if (stream === true || (body.stream_options ?? null) === null) return null;
  const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  return invalid(message, 'stream_options');
}
