import type { Format, Question } from '../answer/question.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { checkCallOrder } from './check-call-order.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkSchema } from './check-schema.ts';
import { checkSignatures } from './check-signatures.ts';
import { member, unknownMember } from './member.ts';
import { type Pictures, readPictures } from './plan-pictures.ts';
import { messagesOf, readMessages, readSystem } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { type Checked, invalid, refused, unknownName, type VendorError, violation } from './vendor-error.ts';

/** What the sandbox acts on in a request to generate content. */
export interface ContentRequest {
  question: Question;
  showsThoughts: boolean;
  pictures: Pictures | null;
}

/** The vendor refuses every member that it does not know. */
const members = new Set([
  'cachedContent',
  'contents',
  'continuationToken',
  'generationConfig',
  'labels',
  'model',
  'safetySettings',
  'serviceTier',
  'store',
  'systemInstruction',
  'toolConfig',
  'tools',
]);

const notJson = invalid('Invalid JSON payload received. Unexpected token.\n\n^');

/** Reads the body of a request to `model`, which stands in the path. */
export function readRequest(bytes: Buffer, model: string): Checked<ContentRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  return body ? readBody(body, model) : refused(notJson);
}

/** Reads the body of `countTokens`: contents alone, or a whole request. */
export function readCountRequest(bytes: Buffer, model: string): Checked<ContentRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(notJson);
  return readBody(asRecord(member(body, 'generateContentRequest')) ?? body, model);
}

function readBody(body: JsonRecord, model: string): Checked<ContentRequest> {
  if (model.startsWith('unknown-')) return refused(unknownModel(model));
  const unknown = unknownMember(body, members);
  if (unknown !== undefined) return refused(unknownName(unknown, null));
  const system = readSystem(member(body, 'systemInstruction'));
  if (system.type === 'refused') return system;
  const turns = readMessages(body.contents);
  if (turns.type === 'refused') return turns;
  const toolbox = readTools(body);
  if (toolbox.type === 'refused') return toolbox;
  const config = asRecord(member(body, 'generationConfig'));
  const thinking = asRecord(member(config, 'thinkingConfig'));
  const error =
    checkNumbers(config) ??
    checkSchema(member(config, 'responseSchema'), 'generation_config.response_schema') ??
    checkThinking(thinking) ??
    checkCallOrder(turns.value) ??
    checkSignatures(model, turns.value);
  if (error) return refused(error);
  const stop = readStop(member(config, 'stopSequences') ?? []);
  if (stop.type === 'refused') return stop;
  const pictures = readPictures(model, config);
  if (pictures.type === 'refused') return pictures;
  const limit = member(config, 'maxOutputTokens');
  const question: Question = {
    messages: [...system.value, ...messagesOf(turns.value)],
    toolbox: toolbox.value,
    allowsParallelCalls: true,
    format: readFormat(config),
    choices: 1,
    stop: stop.value,
    limitTokens: typeof limit === 'number' ? limit : null,
    reasons: thinking ? member(thinking, 'thinkingBudget') !== 0 : model.includes('reason'),
  };
  const showsThoughts = member(thinking, 'includeThoughts') === true;
  return { type: 'ok', value: { question, showsThoughts, pictures: pictures.value } };
}

export function unknownModel(model: string): VendorError {
  const message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`;
  return { status: 404, word: 'NOT_FOUND', message };
}

function readFormat(config: JsonRecord | null): Format {
  if (member(config, 'responseMimeType') !== 'application/json') return { type: 'text' };
  const schema = member(config, 'responseSchema') ?? member(config, 'responseJsonSchema');
  return schema === undefined ? { type: 'json_object' } : { type: 'json_schema', schema };
}

function readStop(value: unknown): Checked<string[]> {
  const words: unknown[] = Array.isArray(value) ? value : [value];
  const stop = words.filter((word): word is string => typeof word === 'string');
  if (stop.length === words.length && stop.length <= 5) return { type: 'ok', value: stop };
  return refused(violation('generation_config.stop_sequences', 'at most 5 strings are allowed.'));
}

function checkThinking(thinking: JsonRecord | null): VendorError | null {
  const budget = member(thinking, 'thinkingBudget');
  const level = member(thinking, 'thinkingLevel');
  if (budget === undefined || level === undefined) return null;
  return invalid('You can only set only one of thinking budget and thinking level.');
}
