import type { Schema } from '../schema.ts';

/** The groups that the documentation has, in their order. */
export const tags = {
  'Chat completions': 'Text in the style of chat completions.',
  Responses: 'Text in the style of responses.',
  Messages: 'Text in the style of messages.',
  'Generate content': "Text in Google's own style.",
  Realtime: 'Sessions over WebSocket.',
  'Embeddings and more': 'Embeddings, ranking, moderation.',
  Audio: 'Speech, and what was said.',
  Images: 'Images at once, and in tasks.',
  Videos: 'Films are made in tasks: create one, then ask how it goes.',
  'Midjourney style': 'Image tasks of the /mj/ family.',
  'Kling style': "Tasks in Kling's own style.",
  Models: 'Which models a key may use.',
  Billing: 'What a key was granted and has used.',
  Files: 'Files of your own to refer to, and files that were made.',
  Session: 'For people who have signed in, and their pages.',
  Records: 'What was booked: requests, top-ups, refunds, and sums of them.',
  Channels: 'What upstreams say, asked for an administrator.',
  Gateway: 'The gateway itself.',
} as const;

export type Tag = keyof typeof tags;

export interface Parameter {
  schema: Schema;
  required?: boolean;
}

/** What the documentation says of a row beyond what the row says itself. */
export interface RouteWords {
  tag: Tag;
  /** One line. */
  summary: string;
  description?: string;
  query?: Record<string, Parameter>;
  /** By media type. The main members; clients may send all that the upstream reads. */
  body?: Record<string, Schema>;
  /** The answer of a request that succeeds. */
  answer: {
    status: 101 | 200 | 204;
    description: string;
    /** By media type; absent where there is no body. */
    content?: Record<string, Schema>;
  };
}

/** An answer in JSON. */
export function json(description: string, schema: Schema): RouteWords['answer'] {
  return { status: 200, description, content: { 'application/json': schema } };
}

/** An answer in JSON, or in server-sent events where a stream was asked for. */
export function jsonOrEvents(description: string, schema: Schema): RouteWords['answer'] {
  const events = { type: 'string', description: 'Server-sent events' };
  return { status: 200, description, content: { 'application/json': schema, 'text/event-stream': events } };
}

/** Parameters of a query of which none is required. */
export function optional(schemas: Record<string, Schema>): Record<string, Parameter> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { schema }]));
}
