import { enveloped } from '../enveloped.ts';
import { bytes, open, text, whole } from '../schema.ts';
import { json, optional, type RouteWords } from './route-words.ts';

const file = (description: string): RouteWords['answer'] => ({
  status: 200,
  description,
  content: { '*/*': bytes },
});

const which = optional({ index: whole('Which of several, from 0 on') });

export const contentWords: RouteWords = {
  tag: 'Videos',
  summary: 'Gives the film itself',
  description: 'Parts of it are given to whoever asks with Range.',
  query: which,
  answer: file('The film'),
};

export const pictureWords: RouteWords = {
  tag: 'Images',
  summary: 'Gives what a task has made',
  description: 'To whoever knows the id, so that pages can show it.',
  query: which,
  answer: file('The picture'),
};

export const uploadWords: RouteWords = {
  tag: 'Files',
  summary: 'Takes a file',
  description: 'The address is that which the presigned upload was given.',
  body: { '*/*': bytes },
  answer: json('It is there', enveloped()),
};

export const fileWords: RouteWords = { tag: 'Files', summary: 'Gives a file', answer: file('The file') };

export const realtimeWords: RouteWords = {
  tag: 'Realtime',
  summary: 'Begins a session over WebSocket',
  description:
    'The request asks for an upgrade to a WebSocket. Browsers put their key into the subprotocols, as openai-insecure-api-key.KEY beside realtime.',
  query: { model: { schema: text('One of the models that GET /v1/models lists'), required: true } },
  answer: { status: 101, description: 'The session has begun' },
};

const health = open({ status: text() }, ['status']);

export const healthWords: Record<'alive' | 'ready', RouteWords> = {
  alive: { tag: 'Gateway', summary: 'Says that the process lives', answer: json('It lives', health) },
  ready: {
    tag: 'Gateway',
    summary: 'Says whether requests are served',
    description: 'Answers 503 with the same body while they are not.',
    answer: json('They are', health),
  },
};

export const documentationWords: Record<'document' | 'page', RouteWords> = {
  document: { tag: 'Gateway', summary: 'This document', answer: json('OpenAPI 3.1', open()) },
  page: {
    tag: 'Gateway',
    summary: 'This document as a page',
    answer: { status: 200, description: 'The page', content: { 'text/html': text() } },
  },
};

export const pageWords: RouteWords = {
  tag: 'Gateway',
  summary: 'Gives a page of the console, or a file of it',
  description: 'The address of the gateway itself leads there.',
  answer: file('The page'),
};

/** Answered 501: see the row's `answer` in the document. */
export const unimplementedWords: RouteWords = {
  tag: 'Gateway',
  summary: 'Is not implemented',
  description: 'Known to clients of these styles, and answered 501 before anything is read.',
  answer: { status: 200, description: 'Never' },
};
