import { bytesPerToken, countTokens, tokensPerMediaPart } from '../answer/count-tokens.ts';
import type { Plan, PlannedCall } from '../answer/plan.ts';
import { schemaValue } from '../answer/schema-value.ts';
import { defaultPieceSize, type TextSource } from '../answer/text-source.ts';
import { type Control, parseControl } from '../control/parse-control.ts';
import type { Message } from './read-messages.ts';
import type { ChatRequest } from './read-request.ts';
import { type Checked, invalid, refused } from './vendor-error.ts';

const greeting = 'Hello from the sandbox.';

/** How much of what was asked is repeated in the reasoning, in characters. */
const thoughtLength = 80;

/** Decides what is said: what was asked last, said back, unless the request or its controls want another thing. */
export function planAnswer(request: ChatRequest): Checked<Plan> {
  const question = request.messages.findLast(({ role }) => role === 'user');
  const parsed = parseControl(question?.text ?? '');
  if (parsed.type === 'problem') return refused(invalid(parsed.message, 'messages'));
  const { control } = parsed;
  const { settings } = control;
  const answered = toolResults(request.messages);
  const asked = answered ?? (parsed.rest || greeting);

  const calls = answered === null ? planCalls(request, control, asked) : { type: 'ok' as const, value: [] };
  if (calls.type === 'refused') return calls;
  const inputTokens = countPrompt(request);
  const pieceSize = settings.size ?? defaultPieceSize;
  const hasCalls = calls.value.length > 0;
  const plan: Plan = {
    inputTokens,
    cachedTokens: Math.min(settings.cached ?? 0, inputTokens),
    reasoning: planReasoning(request, control, asked, pieceSize),
    contents: Array.from({ length: request.choices }, (_, choice) =>
      hasCalls ? fixed('', pieceSize) : planContent(request, control, asked, choice),
    ),
    calls: calls.value,
    callPieceSize: pieceSize,
    limitTokens: request.limitTokens,
    finish: control.isFiltered ? 'content_filter' : hasCalls ? 'tool_calls' : 'stop',
    pace: { waitMs: settings.wait ?? 0, delayMs: settings.delay ?? 0 },
  };
  return { type: 'ok', value: plan };
}

/** The texts of the tool messages at the end of the conversation, or null when it does not end in one. */
function toolResults(messages: Message[]): string | null {
  const last = messages.findLastIndex(({ role }) => role !== 'tool');
  const results = messages.slice(last + 1).map(({ text }) => text);
  return results.length === 0 ? null : results.join('\n');
}

function countPrompt({ messages, toolbox }: ChatRequest): number {
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

function planCalls(request: ChatRequest, control: Control, asked: string): Checked<PlannedCall[]> {
  const { tools, choice } = request.toolbox;
  if (choice.type === 'none') return { type: 'ok', value: [] };
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
      return refused(invalid(message, 'tools'));
    }
    calls.push({ name, arguments: given ?? JSON.stringify(schemaValue(tool.parameters, asked)) });
  }
  return { type: 'ok', value: request.allowsParallelCalls ? calls : calls.slice(0, 1) };
}

function planReasoning(
  request: ChatRequest,
  { settings }: Control,
  asked: string,
  pieceSize: number,
): TextSource | null {
  if (settings.reasoning !== undefined) {
    return { type: 'generated', sizeBytes: settings.reasoning * bytesPerToken, pieceSize };
  }
  return request.reasons ? fixed(`Thinking about: ${asked.slice(0, thoughtLength)}`, pieceSize) : null;
}

/** Choices after the first one end in their number, so that a mix-up shows. */
function planContent(request: ChatRequest, { settings }: Control, asked: string, choice: number): TextSource {
  const { format, stop } = request;
  const pieceSize = settings.size ?? defaultPieceSize;
  if (format.type === 'json_object') return fixed(JSON.stringify({ echo: asked }), pieceSize);
  if (format.type === 'json_schema')
    return fixed(JSON.stringify(schemaValue(format.schema, asked)), pieceSize);
  if (settings.total !== undefined || settings.chunks !== undefined) return generated(settings);
  const text = choice === 0 ? asked : `${asked} (choice ${choice})`;
  return fixed(beforeStop(text, stop), pieceSize);
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

function beforeStop(text: string, stop: string[]): string {
  const ends = stop.filter((word) => word !== '').map((word) => text.indexOf(word));
  return text.slice(0, Math.min(text.length, ...ends.filter((end) => end !== -1)));
}

function fixed(text: string, pieceSize: number): TextSource {
  return { type: 'fixed', text, pieceSize };
}
