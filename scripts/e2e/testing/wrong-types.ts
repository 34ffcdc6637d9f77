/** Members of a wrong type, by dialect. */
import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { goodBody, membersOf } from './good-bodies.ts';

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
const contents = membersOf(goodBody(Dialect.GENERATE_CONTENT));

export const wrongTypes: Partial<Record<Dialect, BadBody[]>> = {
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
    ...wrong('max_tokens', noCounts, chat),
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
