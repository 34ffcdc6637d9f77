import type { ReplyEvent } from '../canon/events.ts';
import type { Reply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import type { Usage } from '../canon/usage.ts';
import type { Codec, ReplyCall } from '../dialects/codec.ts';
import { createSseSplitter } from '../sse.ts';

/** A kilobyte of question and of answer, as every dialect says them; streamed, the answer comes in 200 pieces. */
const kilobyte = 'lorem ipsum '.repeat(75);
const pieces = 200;
const usage: Usage = {
  inputFresh: 225,
  inputAudio: 0,
  inputCacheRead: 0,
  inputCacheWrite: 0,
  outputVisible: 225,
  outputAudio: 0,
  outputReasoning: 0,
};

const request: CanonRequest = {
  model: 'client-model',
  instructions: [],
  turns: [{ from: 'user', blocks: [{ kind: 'text', text: kilobyte }] }],
  tools: [],
  maxOutputTokens: 4_096,
  stop: [],
  sampling: { temperature: 0.5 },
  stream: false,
  includeUsage: true,
  extras: {},
};

const reply: Reply = { blocks: [{ kind: 'text', text: kilobyte }], usage, ending: { reason: 'complete' } };

const events: readonly ReplyEvent[] = [
  { kind: 'reply-start' },
  { kind: 'block-start', index: 0, block: { kind: 'text' } },
  ...Array.from({ length: pieces }, (): ReplyEvent => ({ kind: 'block-delta', index: 0, text: 'lorem ' })),
  { kind: 'block-end', index: 0 },
  { kind: 'usage', usage },
  { kind: 'reply-end', ending: { reason: 'complete' } },
];

export const target = { model: 'upstream-model', maxOutputTokens: 4_096 };

export function callOf(stream: boolean): ReplyCall {
  return {
    requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30',
    request: { ...request, stream },
    createdAt: 1_700_000_000,
  };
}

/** The bytes of a client's request. */
export function requestBytes(client: Codec, { model = request.model, stream = false } = {}): Buffer {
  const asked = { ...request, stream };
  return Buffer.from(JSON.stringify(client.encodeRequest(asked, { ...target, model }, recordLosses())));
}

/** The bytes of an upstream's whole answer. */
export function replyBytes(upstream: Codec): Buffer {
  return Buffer.from(JSON.stringify(upstream.encodeReply(reply, callOf(false))));
}

/** The frames of an upstream's streamed answer, each as it would arrive alone. */
export function streamFrames(upstream: Codec): Buffer[] {
  const encoder = upstream.createStreamEncoder(callOf(true));
  const bytes = Buffer.from(events.map((event) => encoder.push(event)).join(''));
  return createSseSplitter(bytes.length)
    .push(bytes)
    .map(({ raw }) => raw);
}
