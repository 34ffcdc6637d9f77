import type { CanonRequest } from '../../canon/request.ts';
import {
  invalid,
  type JsonRecord,
  optionalArray,
  optionalFlag,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalWhole,
  readRecord,
  readText,
} from '../../json/read.ts';

/** The members that have a canonical form, or that say nothing beyond it. */
const known = new Set([
  ...['model', 'prompt', 'echo', 'max_tokens', 'stop', 'n', 'stream', 'stream_options', 'user'],
  ...['temperature', 'top_p', 'seed', 'presence_penalty', 'frequency_penalty'],
]);

/** The prompt becomes what a user says. */
export function decodeRequest(value: unknown): CanonRequest {
  const body = readRecord(value, '');
  const text = readPrompt(body.prompt);
  const streamOptions = optionalRecord(body.stream_options, 'stream_options') ?? {};
  const number = (name: string): number | undefined => optionalNumber(body[name], name);
  if ((optionalWhole(body.n, 'n') ?? 1) !== 1)
    throw invalid('n', 'above 1 is only served by an upstream of the same protocol');
  if (body.max_tokens === 0)
    throw invalid('max_tokens', 'of 0 is only served by an upstream of the same protocol');
  return {
    model: readText(body.model, 'model'),
    instructions: [],
    turns: [{ from: 'user', blocks: [{ kind: 'text', text }] }],
    tools: [],
    maxOutputTokens: optionalWhole(body.max_tokens, 'max_tokens'),
    stop: readStop(body.stop),
    sampling: {
      temperature: number('temperature'),
      topP: number('top_p'),
      seed: number('seed'),
      presencePenalty: number('presence_penalty'),
      frequencyPenalty: number('frequency_penalty'),
    },
    endUser: optionalText(body.user, 'user'),
    echo: optionalFlag(body.echo, 'echo') ? text : undefined,
    stream: optionalFlag(body.stream, 'stream') ?? false,
    includeUsage: optionalFlag(streamOptions.include_usage, 'stream_options.include_usage') ?? false,
    extras: readExtras(body),
  };
}

/** Several prompts would be several calls; token numbers mean something to one vocabulary alone. */
function readPrompt(prompt: unknown): string {
  const [first, ...others] = Array.isArray(prompt) ? prompt : [prompt];
  const isOne = typeof first === 'string' && first !== '' && others.length === 0;
  if (!isOne)
    throw invalid('prompt', 'other than one text is only served by an upstream of the same protocol');
  return first;
}

function readStop(stop: unknown): string[] {
  if (typeof stop === 'string') return [stop];
  return (optionalArray(stop, 'stop') ?? []).map((text, at) => readText(text, `stop[${at}]`));
}

/** What other styles have no place for, so that they can say so. */
function readExtras(body: JsonRecord): JsonRecord {
  const isAsked = ([name, value]: [string, unknown]): boolean =>
    !known.has(name) && value !== null && !(name === 'best_of' && value === 1);
  return Object.fromEntries(Object.entries(body).filter(isAsked));
}
