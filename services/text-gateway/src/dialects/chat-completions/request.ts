/** Reads what the gateway must know of a chat completions request. Source: OpenAI API reference, "Create chat completion". */
import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { ScanError, type ScannedObject, type Span, scanObject } from '../../json/scan.ts';

export interface ChatRequest {
  body: Buffer;
  scanned: ScannedObject;
  model: string;
  stream: boolean;
  /** Whether the client wants usage in its stream. */
  includeUsage: boolean;
  /** `stream_options` as sent; undefined when there are none. */
  streamOptions: Record<string, unknown> | undefined;
  /** Choices asked for. */
  choices: number;
  /** The client's own bound on output tokens of one choice. */
  maxOutput: number | undefined;
}

const maxChoices = 128;

/** Throws a FaultError 400 that names the member at fault. */
export function readChatRequest(body: Buffer): ChatRequest {
  const scanned = scan(body);
  const model = read(body, scanned, 'model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const messages = scanned.members.get('messages');
  if (!messages || body[messages.value.start] !== 0x5b)
    throw invalid('messages', 'must be an array of messages');
  const stream = read(body, scanned, 'stream') ?? false;
  if (typeof stream !== 'boolean') throw invalid('stream', 'must be true or false');
  const streamOptions = readStreamOptions(body, scanned, stream);
  return {
    body,
    scanned,
    model,
    stream,
    streamOptions,
    includeUsage: streamOptions?.include_usage === true,
    choices: readCount(body, scanned, 'n', maxChoices) ?? 1,
    maxOutput: largest(
      readCount(body, scanned, 'max_completion_tokens'),
      readCount(body, scanned, 'max_tokens'),
    ),
  };
}

function scan(body: Buffer): ScannedObject {
  try {
    return scanObject(body);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    throw new FaultError(fault('invalid_request', { message: error.message }), { cause: error });
  }
}

function readStreamOptions(
  body: Buffer,
  scanned: ScannedObject,
  stream: boolean,
): Record<string, unknown> | undefined {
  const options = read(body, scanned, 'stream_options');
  if (options === undefined || options === null) return undefined;
  if (!stream) throw invalid('stream_options', 'is only allowed when stream is true');
  if (!isRecord(options)) throw invalid('stream_options', 'must be an object');
  const { include_usage: includeUsage } = options;
  if (includeUsage !== undefined && includeUsage !== null && typeof includeUsage !== 'boolean') {
    throw invalid('stream_options.include_usage', 'must be true or false');
  }
  return options;
}

/** Upstreams differ in which of two caps they heed: the worst case is the larger. */
function largest(first: number | undefined, second: number | undefined): number | undefined {
  return first === undefined || second === undefined ? (first ?? second) : Math.max(first, second);
}

function readCount(body: Buffer, scanned: ScannedObject, name: string, max = 2 ** 30): number | undefined {
  const value = read(body, scanned, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max) {
    throw invalid(name, `must be a whole number from 1 to ${max}`);
  }
  return value;
}

function read(body: Buffer, scanned: ScannedObject, name: string): unknown {
  const span: Span | undefined = scanned.members.get(name)?.value;
  return span && JSON.parse(body.toString('utf8', span.start, span.end));
}

function invalid(param: string, why: string): FaultError {
  return new FaultError(fault('invalid_request', { param, message: `${param}: ${why}.` }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
