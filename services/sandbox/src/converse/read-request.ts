import type { Format, Message, Question } from '../answer/question.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { checkCallOrder } from './check-call-order.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkThinking, saysThinking, wantsThinking } from './check-thinking.ts';
import { readBlocks } from './read-blocks.ts';
import { messagesOf, readMessages } from './read-messages.ts';
import { readTools } from './read-tools.ts';
import { type Checked, invalid, refused, type VendorError, violated } from './vendor-error.ts';

/** What the vendor would ignore is refused here: a member of another dialect shows a conversion that went wrong. */
const members = new Set([
  'additionalModelRequestFields',
  'additionalModelResponseFieldPaths',
  'guardrailConfig',
  'inferenceConfig',
  'messages',
  'outputConfig',
  'performanceConfig',
  'promptVariables',
  'requestMetadata',
  'serviceTier',
  'system',
  'toolConfig',
]);

export const unknownModel: VendorError = invalid('The provided model identifier is invalid.');

export function readRequest(bytes: Buffer, model: string): Checked<Question> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused({ status: 400, type: 'SerializationException', message: 'The body is no JSON.' });
  if (model.startsWith('unknown-')) return refused(unknownModel);
  const unknown = Object.keys(body).find((name) => !members.has(name));
  if (unknown !== undefined) return refused(violated(unknown, 'extraneous key is not permitted'));
  const system = readSystem(body.system);
  if (system.type === 'refused') return system;
  const turns = readMessages(body.messages);
  if (turns.type === 'refused') return turns;
  const toolbox = readTools(asRecord(body.toolConfig), turns.value);
  if (toolbox.type === 'refused') return toolbox;
  const config = asRecord(body.inferenceConfig) ?? {};
  const stop = readStop(config.stopSequences ?? []);
  if (stop.type === 'refused') return stop;
  const format = readFormat(body.outputConfig);
  if (format.type === 'refused') return format;
  const error = checkNumbers(config) ?? checkThinking(body, turns.value) ?? checkCallOrder(turns.value);
  if (error) return refused(error);
  const question: Question = {
    messages: [...system.value, ...messagesOf(turns.value)],
    toolbox: toolbox.value,
    allowsParallelCalls: true,
    format: format.value,
    choices: 1,
    stop: stop.value,
    limitTokens: typeof config.maxTokens === 'number' ? config.maxTokens : null,
    reasons: wantsThinking(body) || (!saysThinking(body) && model.includes('reason')),
  };
  return { type: 'ok', value: question };
}

function readSystem(system: unknown): Checked<Message[]> {
  if (system === undefined) return { type: 'ok', value: [] };
  const blocks = readBlocks(system, 'system');
  if (blocks.type === 'refused') return blocks;
  return { type: 'ok', value: messagesOf([{ role: 'system', blocks: blocks.value }]) };
}

function readStop(value: unknown): Checked<string[]> {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
  if (!Array.isArray(value) || words.length < value.length)
    return refused(violated('inferenceConfig.stopSequences', 'Member must be a list of strings'));
  const isBlank = words.some((word) => word.trim() === '');
  if (!isBlank) return { type: 'ok', value: words };
  return refused(
    invalid(
      'The model returned the following errors: stop_sequences: each stop sequence must contain non-whitespace',
    ),
  );
}

function readFormat(outputConfig: unknown): Checked<Format> {
  const textFormat = asRecord(asRecord(outputConfig)?.textFormat);
  if (!textFormat) return { type: 'ok', value: { type: 'text' } };
  const definition = asRecord(asRecord(textFormat.structure)?.jsonSchema) ?? {};
  const schema = typeof definition.schema === 'string' ? asRecord(parseJson(definition.schema)) : null;
  if (textFormat.type === 'json_schema' && schema)
    return { type: 'ok', value: { type: 'json_schema', schema } };
  return refused(invalid('The value at outputConfig.textFormat.structure.jsonSchema.schema is not JSON.'));
}
