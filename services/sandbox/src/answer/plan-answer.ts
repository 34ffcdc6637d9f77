import type { Ending } from '../control/endings.ts';
import { type Control, parseControl } from '../control/parse-control.ts';
import { bytesPerToken, countTokens, tokensPerMediaPart } from './count-tokens.ts';
import type { FinishReason, Plan, PlannedCall } from './plan.ts';
import type { Message, Question } from './question.ts';
import { schemaValue } from './schema-value.ts';
import { defaultPieceSize, type TextSource } from './text-source.ts';

/** The finish that each control asks for. */
const finishOf: Record<Ending, FinishReason> = {
  filtered: 'content_filter',
  blocked: 'blocked',
  failed: 'failed',
  cancelled: 'cancelled',
};

const greeting = 'Hello from the sandbox.';

/** How much of what was asked is repeated in the reasoning, in characters. */
const thoughtLength = 80;

export type Planned =
  | { type: 'plan'; plan: Plan }
  /** `about` is where in the request the wrong thing is; the message is meant for people. */
  | { type: 'problem'; about: 'messages' | 'tools'; message: string };

type PlannedCalls = { type: 'calls'; calls: PlannedCall[] } | Extract<Planned, { type: 'problem' }>;

/**
 * Decides what is said: what was asked last, said back, unless the request or its controls want another thing.
 * `endings` are those that the dialect can write, of those that a control can ask for.
 */
export function planAnswer(question: Question, endings: readonly Ending[]): Planned {
  const last = question.messages.findLast(({ role }) => role === 'user');
  const parsed = parseControl(last?.text ?? '');
  if (parsed.type === 'problem') return { type: 'problem', about: 'messages', message: parsed.message };
  const { control } = parsed;
  const { settings, ending } = control;
  if (ending !== null && !endings.includes(ending)) {
    const message = `The control [[${ending}]] means nothing in this dialect.`;
    return { type: 'problem', about: 'messages', message };
  }
  const answered = toolResults(question.messages);
  const asked = (answered ?? parsed.rest) || greeting;

  const planned: PlannedCalls =
    answered === null ? planCalls(question, control, asked) : { type: 'calls', calls: [] };
  if (planned.type === 'problem') return planned;
  const { calls } = planned;
  const inputTokens = question.promptTokens ?? countPrompt(question);
  const pieceSize = settings.size ?? defaultPieceSize;
  const canStop = calls.length === 0 && ending === null && isSaidBack(question, control);
  const plan: Plan = {
    inputTokens,
    cachedTokens: Math.min(settings.cached ?? 0, inputTokens),
    reasoning: planReasoning(question, control, asked, pieceSize),
    contents: Array.from({ length: question.choices }, (_, choice) =>
      calls.length > 0 ? fixed('', pieceSize) : planContent(question, control, asked, choice),
    ),
    calls,
    callPieceSize: pieceSize,
    limitTokens: question.limitTokens,
    finish: ending === null ? (calls.length > 0 ? 'tool_calls' : 'stop') : finishOf[ending],
    stopWord: canStop ? firstStop(asked, question.stop) : null,
    pace: { waitMs: settings.wait ?? 0, delayMs: settings.delay ?? 0 },
  };
  return { type: 'plan', plan: ending === 'blocked' ? withoutWords(plan) : plan };
}

/** The texts of the tool messages at the end of the conversation, or null when it does not end in one. */
function toolResults(messages: Message[]): string | null {
  const last = messages.findLastIndex(({ role }) => role !== 'tool');
  const results = messages.slice(last + 1).map(({ text }) => text);
  return results.length === 0 ? null : results.join('\n');
}

/** A prompt that is blocked gets no answer at all. */
function withoutWords(plan: Plan): Plan {
  return { ...plan, reasoning: null, contents: [fixed('', 1)], calls: [] };
}

/** Tokens of the prompt, as every dialect counts them. */
export function countPrompt({ messages, toolbox }: Pick<Question, 'messages' | 'toolbox'>): number {
  let sizeBytes = toolbox.sizeBytes;
  let mediaParts = 0;
  for (const message of messages) {
    sizeBytes += Buffer.byteLength(message.text);
    mediaParts += message.mediaParts;
    for (const call of message.calls)
      sizeBytes += Buffer.byteLength(call.name) + Buffer.byteLength(call.arguments);
  }
  return countTokens(sizeBytes) + mediaParts * tokensPerMediaPart;
}

function planCalls(question: Question, control: Control, asked: string): PlannedCalls {
  const { tools, choice } = question.toolbox;
  if (choice.type === 'none') return { type: 'calls', calls: [] };
  const wanted = control.calls.map((call) => ({ ...call }));
  if (wanted.length === 0 && choice.type === 'named') wanted.push({ name: choice.name, arguments: null });
  const first = tools[0];
  if (wanted.length === 0 && choice.type === 'required' && first)
    wanted.push({ name: first.name, arguments: null });
  const calls: PlannedCall[] = [];
  for (const { name, arguments: given } of wanted) {
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) {
      const message = `A control asks for the tool '${name}', which the request does not offer.`;
      return { type: 'problem', about: 'tools', message };
    }
    calls.push({ name, arguments: given ?? JSON.stringify(schemaValue(tool.parameters, asked)) });
  }
  return { type: 'calls', calls: question.allowsParallelCalls ? calls : calls.slice(0, 1) };
}

function planReasoning(
  question: Question,
  { settings }: Control,
  asked: string,
  pieceSize: number,
): TextSource | null {
  if (settings.reasoning !== undefined) {
    return { type: 'generated', sizeBytes: settings.reasoning * bytesPerToken, pieceSize };
  }
  return question.reasons ? fixed(`Thinking about: ${beginningOf(asked)}`, pieceSize) : null;
}

function beginningOf(text: string): string {
  const beginning = text.slice(0, thoughtLength);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}

/** Choices after the first one end in their number, so that a mix-up shows. */
function planContent(question: Question, control: Control, asked: string, choice: number): TextSource {
  const { settings } = control;
  const { format, stop } = question;
  const pieceSize = settings.size ?? defaultPieceSize;
  if (format.type === 'json_object') return fixed(JSON.stringify({ echo: asked }), pieceSize);
  if (format.type === 'json_schema')
    return fixed(JSON.stringify(schemaValue(format.schema, asked)), pieceSize);
  if (!isSaidBack(question, control)) return generated(settings);
  const text = choice === 0 ? asked : `${asked} (choice ${choice})`;
  const word = firstStop(text, stop);
  return fixed(word === null ? text : text.slice(0, text.indexOf(word)), pieceSize);
}

function isSaidBack({ format }: Question, { settings }: Control): boolean {
  return format.type === 'text' && settings.total === undefined && settings.chunks === undefined;
}

/** Pieces of a total of this size are larger by default, since a total is asked for to move many bytes. */
const largePieceSize = 16 * 1024;

function generated({ total, chunks, size }: Control['settings']): TextSource {
  if (total === undefined) {
    const pieceSize = size ?? defaultPieceSize;
    return { type: 'generated', sizeBytes: (chunks ?? 0) * pieceSize, pieceSize };
  }
  const pieceSize = size ?? (chunks ? Math.max(1, Math.ceil(total / chunks)) : largePieceSize);
  return { type: 'generated', sizeBytes: total, pieceSize };
}

/** The stop word that comes first in the text. */
function firstStop(text: string, stop: string[]): string | null {
  const found = stop.filter((word) => word !== '' && text.includes(word));
  return found.sort((one, other) => text.indexOf(one) - text.indexOf(other))[0] ?? null;
}

function fixed(text: string, pieceSize: number): TextSource {
  return { type: 'fixed', text, pieceSize };
}
