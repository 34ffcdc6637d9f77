import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Target } from '../../routes/route.ts';
import { open, whole } from '../schema.ts';
import { embedWords, nativeBatchWords, nativeEmbedWords, rankWords } from './embed-words.ts';
import {
  compactAnswer,
  compactBody,
  countedMessages,
  generateWords,
  nativeBody,
  streamWords,
} from './generate-words.ts';
import { imageWords } from './image-words.ts';
import { modelWords } from './model-words.ts';
import { json, type RouteWords } from './route-words.ts';
import { soundWords } from './sound-words.ts';

type TextTarget = Extract<Target, { to: 'text' }>;

/** What is asked of text-gateway, in the style of the row's clients. */
export function textWords({ dialect, operation, stream }: TextTarget): RouteWords {
  const isNative = dialect === Dialect.GENERATE_CONTENT;
  switch (operation) {
    case Operation.GENERATE:
      if (dialect === 'by headers' || dialect === Dialect.UNSPECIFIED)
        throw new Error('What generates has one style');
      return stream ? streamWords : generateWords[dialect];
    case Operation.EMBED:
      return isNative ? nativeEmbedWords : embedWords;
    case Operation.BATCH_EMBED:
      return nativeBatchWords;
    case Operation.COUNT_TOKENS:
      return isNative ? countNative : countMessages;
    case Operation.LIST_MODELS:
    case Operation.GET_MODEL:
      return modelWords(operation, dialect);
    case Operation.COMPLETE:
    case Operation.RERANK:
    case Operation.MODERATE:
      return rankWords[operation];
    case Operation.COMPACT:
      return compact;
    case Operation.SPEAK:
    case Operation.TRANSCRIBE:
    case Operation.TRANSLATE:
      return soundWords[operation];
    case Operation.GENERATE_IMAGES:
    case Operation.EDIT_IMAGES:
      return imageWords[operation];
    case Operation.UNSPECIFIED:
      throw new Error('A row of the route table asks for no operation');
    default:
      return operation satisfies never;
  }
}

const compact: RouteWords = {
  tag: 'Responses',
  summary: 'Compacts a conversation',
  description: 'Makes a long conversation short, for the responses that go on from it.',
  body: { 'application/json': compactBody },
  answer: json('The compacted conversation', compactAnswer),
};

const counting = 'An estimate of the gateway itself, which costs nothing.';

const countMessages: RouteWords = {
  tag: 'Messages',
  summary: 'Counts the tokens of messages',
  description: counting,
  body: { 'application/json': countedMessages },
  answer: json('How many there are', open({ input_tokens: whole() }, ['input_tokens'])),
};

const countNative: RouteWords = {
  tag: 'Generate content',
  summary: 'Counts the tokens of contents',
  description: counting,
  body: { 'application/json': nativeBody },
  answer: json('How many there are', open({ totalTokens: whole() }, ['totalTokens'])),
};
