/** Members of a wrong type, by dialect. */
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { goodBody, membersOf } from './good-bodies.ts';
import type { Row } from './route-table.ts';

export interface BadBody {
  body: Buffer;
  /** The member that the refusal names. */
  param: string;
}

/** One body for each value of the top-level member that holds `param`. */
function wrong(param: string, values: readonly string[], rest: string): BadBody[] {
  const name = param.split('.')[0] ?? '';
  const members = rest && `${rest},`;
  return values.map((value) => ({ body: Buffer.from(`{${members}"${name}":${value}}`), param }));
}

function missing(param: string, rest: string): BadBody {
  return { body: Buffer.from(`{${rest}}`), param };
}

const noCounts = ['-1', '0', '1.5', '"1"', '"a"', '1e309', '-1e309', '1e300', 'true', '[]', '{}'];
const noStrings = ['5', 'null', 'true', '[]', '{}', '""', '["gpt-4o-mini"]'];
const noBooleans = ['"yes"', '"true"', '1', '0', '[]', '{}'];
const noLists = ['"x"', '{}', 'null', '5', 'true'];

const model = '"model":"gpt-4o-mini"';
const messages = '"messages":[{"role":"user","content":"hi"}]';
const chat = `${model},${messages}`;
const input = '"input":"hi"';
const contents = membersOf(goodBody({ dialect: Dialect.GENERATE_CONTENT, operation: Operation.GENERATE }));

const generating: Partial<Record<Dialect, BadBody[]>> = {
  [Dialect.CHAT_COMPLETIONS]: [
    ...wrong('model', noStrings, messages),
    missing('model', messages),
    ...wrong('messages', noLists, model),
    missing('messages', model),
    ...wrong('stream', noBooleans, chat),
    ...wrong('stream_options', ['{}', '"x"', '{"include_usage":true}'], chat),
    ...wrong('stream_options', ['"x"', '5', '[]', 'true'], `${chat},"stream":true`),
    ...wrong(
      'stream_options.include_usage',
      ['{"include_usage":"yes"}', '{"include_usage":1}'],
      `${chat},"stream":true`,
    ),
    ...wrong('n', [...noCounts, '129'], chat),
    ...wrong('max_tokens', noCounts, chat),
    ...wrong('max_completion_tokens', noCounts, chat),
  ],
  [Dialect.RESPONSES]: [
    ...wrong('model', noStrings, input),
    missing('model', input),
    missing('input', model),
    ...wrong('stream', noBooleans, `${model},${input}`),
    ...wrong(
      'stream_options.include_usage',
      ['{"include_usage":true}', '{"include_usage":null}'],
      `${model},${input},"stream":true`,
    ),
    ...wrong('max_output_tokens', noCounts, `${model},${input}`),
  ],
  [Dialect.MESSAGES]: [
    ...wrong('model', noStrings, messages),
    missing('model', messages),
    ...wrong('messages', noLists, model),
    missing('messages', model),
    ...wrong('stream', noBooleans, chat),
    // 0 fills the vendor's cache.
    ...wrong(
      'max_tokens',
      noCounts.filter((count) => count !== '0'),
      chat,
    ),
  ],
  [Dialect.GENERATE_CONTENT]: [
    ...wrong('contents', noLists, ''),
    missing('contents', ''),
    ...wrong('generationConfig', ['"x"', '5', '[]', 'true'], contents),
    ...inConfig('maxOutputTokens', noCounts),
    ...inConfig('candidateCount', [...noCounts, '9']),
  ],
};

function inConfig(name: string, values: readonly string[]): BadBody[] {
  const configs = values.map((value) => `{"${name}":${value}}`);
  return wrong(`generationConfig.${name}`, configs, contents);
}

const prompt = `${model},"prompt":"hi"`;
const noTexts = ['5', 'null', 'true', '{}', '""'];
const noInputs = ['5', 'null', 'true', '{}'];

/** What the vendor has a model for names none, or null. */
const noNames = noStrings.filter((value) => value !== 'null');

const beyond: Partial<Record<Operation, BadBody[]>> = {
  [Operation.COMPLETE]: [
    ...wrong('model', noStrings, '"prompt":"hi"'),
    ...wrong('prompt', [...noTexts, '[]'], model),
    missing('prompt', model),
    ...wrong('n', [...noCounts, '129'], prompt),
    ...wrong('best_of', [...noCounts, '129'], prompt),
    ...wrong('stream', noBooleans, prompt),
  ],
  [Operation.COMPACT]: wrong('model', noStrings, input),
  [Operation.EMBED]: [...wrong('input', noInputs, model), missing('input', model)],
  [Operation.RERANK]: [
    ...wrong('model', noStrings, '"query":"q","documents":["hi"]'),
    ...wrong('query', ['""', '5', 'null', '[]'], `${model},"documents":["hi"]`),
    ...wrong('documents', ['[]', ...noLists], `${model},"query":"q"`),
  ],
  [Operation.MODERATE]: [...wrong('model', noNames, input), ...wrong('input', noInputs, model)],
  [Operation.SPEAK]: [
    ...wrong('model', noNames, input),
    ...wrong('input', [...noTexts, '[]'], model),
    ...wrong('stream_format', ['5', '[]'], `${model},${input}`),
  ],
};

const native: Partial<Record<Operation, BadBody[]>> = {
  [Operation.EMBED]: [...wrong('content', ['"x"', '5', 'null', '[]'], ''), missing('content', '')],
  [Operation.BATCH_EMBED]: [...wrong('requests', ['[]', '["x"]', ...noLists], ''), missing('requests', '')],
};

export function wrongTypesOf({ dialect, operation }: Pick<Row, 'dialect' | 'operation'>): BadBody[] {
  if (!dialect || !operation) return generating[Dialect.CHAT_COMPLETIONS] ?? [];
  if (operation === Operation.GENERATE) return generating[dialect] ?? [];
  return (dialect === Dialect.GENERATE_CONTENT ? native : beyond)[operation] ?? [];
}
