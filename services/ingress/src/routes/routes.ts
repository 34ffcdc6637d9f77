import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { documentationRoutes } from './documentation.ts';
import { healthRoutes } from './health.ts';
import { imageTaskRoutes } from './image-tasks.ts';
import { klingRoutes } from './kling.ts';
import { mjRoutes } from './mj.ts';
import { pageRoutes } from './pages.ts';
import { playgroundRoutes } from './playground.ts';
import { recordRoutes } from './records.ts';
import type { ByHeaders, Carrier, Envelope, Route, Target } from './route.ts';
import { administrationRoutes } from './session/administration.ts';
import { catalogRoutes } from './session/catalog.ts';
import { channelInquiryRoutes } from './session/channel-inquiries.ts';
import { keyRoutes } from './session/keys.ts';
import { oauthRoutes } from './session/oauth.ts';
import { peopleRoutes } from './session/people.ts';
import { secondFactorRoutes } from './session/second-factors.ts';
import { sessionRoutes } from './session/sessions.ts';

/** What clients of one style send and read, whatever they ask for. */
interface Style {
  dialect: Dialect | ByHeaders;
  envelope: Envelope | ByHeaders;
  carriers: readonly Carrier[];
}

const bearer: readonly Carrier[] = ['authorization'];
const anyCarrier: readonly Carrier[] = ['authorization', 'x-api-key', 'query key', 'x-goog-api-key'];

const chat: Style = { dialect: Dialect.CHAT_COMPLETIONS, envelope: 'public', carriers: bearer };
const images: Style = { ...chat, envelope: 'media' };
const responses: Style = { ...chat, dialect: Dialect.RESPONSES };
const messages: Style = {
  dialect: Dialect.MESSAGES,
  envelope: 'messages',
  carriers: ['authorization', 'x-api-key'],
};
const native: Style = {
  dialect: Dialect.GENERATE_CONTENT,
  envelope: 'native',
  carriers: ['authorization', 'query key', 'x-goog-api-key'],
};
const nativeUnderV1: Style = { ...native, carriers: anyCarrier };
const chatUnderNative: Style = { ...chat, carriers: native.carriers };
const byHeaders: Style = { dialect: 'by headers', envelope: 'by headers', carriers: anyCarrier };

/** The public API, whole: what is not here does not exist. Busy routes stand first. */
export const routes: readonly Route[] = [
  generate('/v1/chat/completions', chat),
  generate('/v1/responses', responses),
  generate('/v1/messages', messages),
  generate('/v1beta/models/*model\\:generateContent', native),
  generate('/v1beta/models/*model\\:streamGenerateContent', native, { stream: true }),
  generate('/v1/models/*model\\:generateContent', nativeUnderV1),
  generate('/v1/models/*model\\:streamGenerateContent', nativeUnderV1, { stream: true }),

  bill('/v1/embeddings', Operation.EMBED),
  bill('/v1/engines/*model/embeddings', Operation.EMBED),
  bill('/v1beta/models/*model\\:embedContent', Operation.EMBED, native),
  bill('/v1beta/models/*model\\:batchEmbedContents', Operation.BATCH_EMBED, native),
  bill('/v1/models/*model\\:embedContent', Operation.EMBED, nativeUnderV1),
  bill('/v1/models/*model\\:batchEmbedContents', Operation.BATCH_EMBED, nativeUnderV1),
  bill('/v1/completions', Operation.COMPLETE),
  bill('/v1/responses/compact', Operation.COMPACT),
  bill('/v1/rerank', Operation.RERANK),
  bill('/v1/moderations', Operation.MODERATE),
  bill('/v1/audio/speech', Operation.SPEAK),
  bill('/v1/audio/transcriptions', Operation.TRANSCRIBE),
  bill('/v1/audio/translations', Operation.TRANSLATE),
  bill('/v1/images/generations', Operation.GENERATE_IMAGES, images),
  bill('/v1/images/edits', Operation.EDIT_IMAGES, images),
  bill('/v1/edits', Operation.EDIT_IMAGES, images),

  realtime('/v1/realtime'),
  media('POST', '/v1/video/generations', MediaOperation.CREATE_UNIFIED, 'unified create'),
  media('GET', '/v1/video/generations/:task_id', MediaOperation.GET_UNIFIED, 'unified status'),
  media('POST', '/v1/videos', MediaOperation.CREATE_VIDEO),
  media('GET', '/v1/videos', MediaOperation.LIST_VIDEOS),
  media('GET', '/v1/videos/:task_id', MediaOperation.GET_VIDEO),
  media('POST', '/v1/videos/:task_id/remix', MediaOperation.REMIX_VIDEO),
  media('DELETE', '/v1/videos/:task_id', MediaOperation.DELETE_VIDEO),
  {
    method: 'GET',
    path: '/v1/videos/:task_id/content',
    proof: 'key-or-session',
    carriers: bearer,
    envelope: 'media',
    // A player asks for one film in many parts.
    limits: 'none',
    billable: false,
    target: { to: 'media-content' },
  },
  ...mjRoutes,
  ...imageTaskRoutes,
  ...klingRoutes,

  countTokens('/v1/messages/count_tokens', messages),
  countTokens('/v1beta/models/*model\\:countTokens', native),
  countTokens('/v1/models/*model\\:countTokens', nativeUnderV1),

  listModels('/v1/models', byHeaders),
  getModel('/v1/models/*model', byHeaders),
  listModels('/v1beta/models', native),
  getModel('/v1beta/models/*model', native),
  listModels('/v1beta/openai/models', chatUnderNative),

  billing('/dashboard/billing/subscription', 'subscription'),
  billing('/v1/dashboard/billing/subscription', 'subscription'),
  billing('/dashboard/billing/usage', 'usage'),
  billing('/v1/dashboard/billing/usage', 'usage'),
  {
    method: 'GET',
    path: '/api/usage/token',
    proof: 'key-read-only',
    carriers: bearer,
    envelope: 'session',
    limits: 'key',
    billable: false,
    target: { to: 'ledger', view: 'key-usage' },
  },

  ...recordRoutes,

  {
    method: 'POST',
    path: '/api/upload/presign',
    proof: 'key-or-session',
    carriers: bearer,
    envelope: 'session',
    // Counted for each user where uploads are noted.
    limits: 'none',
    billable: false,
    target: { to: 'media', operation: MediaOperation.PRESIGN_UPLOAD },
  },
  file('PUT', '/api/upload/put/:token', 'session', 'upload'),
  file('GET', '/files/*key', 'public', 'file'),

  ...playgroundRoutes,
  ...oauthRoutes,
  ...secondFactorRoutes,
  ...channelInquiryRoutes,
  ...peopleRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  ...catalogRoutes,
  ...administrationRoutes,

  unimplemented('GET', '/v1/files', byHeaders),
  unimplemented('POST', '/v1/files', byHeaders),
  unimplemented('GET', '/v1/files/:id', byHeaders),
  unimplemented('DELETE', '/v1/files/:id', byHeaders),
  unimplemented('GET', '/v1/files/:id/content', byHeaders),
  unimplemented('GET', '/v1/fine-tunes'),
  unimplemented('POST', '/v1/fine-tunes'),
  unimplemented('GET', '/v1/fine-tunes/:id'),
  unimplemented('GET', '/v1/fine-tunes/:id/events'),
  unimplemented('POST', '/v1/fine-tunes/:id/cancel'),
  unimplemented('DELETE', '/v1/models/*model', byHeaders),
  unimplemented('POST', '/v1/images/variations', images),

  ...pageRoutes,

  ...documentationRoutes,
  ...healthRoutes,
];

function generate(path: string, style: Style, options: { stream?: true } = {}): Route {
  return bill(path, Operation.GENERATE, style, options);
}

/** Whatever a model is asked to do. */
function bill(
  path: string,
  operation: Operation,
  style: Style = chat,
  options: { stream?: true } = {},
): Route {
  const target = { ...textTarget(style, operation), ...options };
  return { ...keyed(style), method: 'POST', path, billable: true, target };
}

function realtime(path: string): Route {
  const style: Style = { ...chat, carriers: ['authorization', 'subprotocol'] };
  return { ...keyed(style), method: 'GET', path, billable: true, target: { to: 'realtime' } };
}

/** Tasks are billed where they are made. */
function media(
  method: Route['method'],
  path: string,
  operation: MediaOperation,
  envelope: Envelope = 'media',
): Route {
  const target: Target = { to: 'media', operation };
  return { ...keyed({ ...chat, envelope }), method, path, billable: method === 'POST', target };
}

function countTokens(path: string, style: Style): Route {
  return { ...keyed(style), method: 'POST', path, target: textTarget(style, Operation.COUNT_TOKENS) };
}

function listModels(path: string, style: Style): Route {
  return { ...keyed(style), method: 'GET', path, target: textTarget(style, Operation.LIST_MODELS) };
}

function getModel(path: string, style: Style): Route {
  return { ...keyed(style), method: 'GET', path, target: textTarget(style, Operation.GET_MODEL) };
}

function textTarget({ dialect }: Style, operation: Operation): Target {
  return { to: 'text', dialect, operation };
}

function billing(path: string, view: 'subscription' | 'usage'): Route {
  const style = { ...chat, envelope: 'billing' } as const;
  return { ...keyed(style), method: 'GET', path, target: { to: 'ledger', view } };
}

function unimplemented(method: Route['method'], path: string, style = chat): Route {
  return { ...keyed(style), method, path, target: { to: 'unimplemented' } };
}

/** Whoever knows the address may use it. */
function file(method: 'GET' | 'PUT', path: string, envelope: Envelope, to: 'upload' | 'file'): Route {
  return {
    method,
    path,
    proof: 'none',
    carriers: [],
    envelope,
    limits: 'none',
    billable: false,
    isCrossOrigin: true,
    target: { to },
  };
}

/** What routes that a key opens have in common. */
function keyed({ carriers, envelope }: Style) {
  return { proof: 'key', carriers, envelope, limits: 'key', billable: false } as const;
}
