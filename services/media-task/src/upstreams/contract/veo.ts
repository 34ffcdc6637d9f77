import type { Reference } from '../../families/wish.ts';
import type { Media } from '../../task/task.ts';
import { gemini as upstream } from '../gemini.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

const name = 'models/veo-3.1-generate-preview/operations/opaque1';

function operation(more: object = {}): Said {
  return { json: { name, ...more } };
}

function ended(generateVideoResponse: object): Said {
  return operation({ done: true, response: { generateVideoResponse } });
}

function broken(code: number, message = 'It broke.'): Said {
  return operation({ done: true, error: { code, message } });
}

/** What Google says of content that it does not want, under the word for bad parameters. */
export const unwanted = [
  "Veo could not generate videos because the input image violates Vertex AI's usage guidelines. Support codes: 15236754",
  "The prompt could not be submitted. This prompt contains words that violate Google's Responsible AI practices.",
  'Your request was not processed because it might violate our policies.',
];

function error(status: number, word: string, more: object = {}): Said {
  return { status, json: { error: { code: status, message: 'No.', status: word, ...more } } };
}

/** What Google says of an account under statuses that speak of the request, or of a crowd. */
export const accountRefusals: Contract['refusals'] = [
  ...[
    'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
    'Your project has exceeded its monthly spending cap.',
    'Your billing account has exceeded its monthly spending cap.',
  ].map((message) => ({ status: 429, word: 'RESOURCE_EXHAUSTED', message })),
  ...[
    'User location is not supported for the API use.',
    'Gemini API free tier is not available in your country. Please enable billing on your project.',
  ].map((message) => ({ status: 400, word: 'FAILED_PRECONDITION', message })),
].map(({ status, word, message }) => ({
  name: `an account, with ${status}: ${message}`,
  said: error(status, word, { message }),
  blame: 'credential',
}));

function picture(role: Reference['role']): Reference {
  return { kind: 'image', role, source: { bytes: Buffer.from(role), type: 'image/png' } };
}

const video = { uri: 'https://gemini.test/v1beta/files/film:download?alt=media' };
const media: Media[] = [{ kind: 'video', url: video.uri }];

export const veo: Contract = {
  name: 'veo',
  upstream,
  account: {
    provider: 'gemini',
    baseUrl: 'https://gemini.test/v1beta',
    key: 'google-key',
    region: '',
    apiVersion: '',
  },
  model: 'veo-3.1-generate-preview',
  wish: defaultWish,
  says: [
    '/models/veo-3.1-generate-preview:predictLongRunning',
    '"durationSeconds":8',
    '"resolution":"720p"',
    '"aspectRatio":"16:9"',
    '"sampleCount":1',
  ],
  renders: [
    {
      name: 'a first and a last frame',
      wish: { references: [picture('first_frame'), picture('last_frame')] },
      says: [
        '"image":{"bytesBase64Encoded":"Zmlyc3RfZnJhbWU=","mimeType":"image/png"}',
        '"lastFrame":{"bytesBase64Encoded":"bGFzdF9mcmFtZQ==","mimeType":"image/png"}',
      ],
    },
    {
      name: 'references',
      wish: { references: [picture('reference')] },
      says: [
        '"referenceImages":[{"image":{"bytesBase64Encoded":"cmVmZXJlbmNl","mimeType":"image/png"},"referenceType":"asset"}]',
      ],
    },
    {
      name: 'what Veo alone knows',
      wish: {
        seed: 7,
        options: { negativePrompt: 'rain', personGeneration: 'allow_adult', generateAudio: true },
      },
      says: ['"negativePrompt":"rain"', '"personGeneration":"allow_adult"', '"seed":7'],
    },
  ],
  rendersNot: [
    { name: 'silence', wish: { options: { generateAudio: false } }, param: 'metadata.generateAudio' },
    { name: 'maybe sound', wish: { options: { generateAudio: 'yes' } }, param: 'metadata.generateAudio' },
    {
      name: 'other people',
      wish: { options: { personGeneration: 'all' } },
      param: 'metadata.personGeneration',
    },
    {
      name: 'a list of what not',
      wish: { options: { negativePrompt: ['a'] } },
      param: 'metadata.negativePrompt',
    },
    { name: 'five seconds', wish: { secondsMs: 5_000 }, param: 'duration' },
  ],
  created: { said: operation(), upstreamId: name },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'INVALID_ARGUMENT'), blame: 'request' },
    {
      name: 'a bad key',
      said: error(400, 'INVALID_ARGUMENT', { details: [{ reason: 'API_KEY_INVALID' }] }),
      blame: 'credential',
    },
    { name: 'a key without rights', said: error(403, 'PERMISSION_DENIED'), blame: 'credential' },
    { name: 'a model it has not', said: error(404, 'NOT_FOUND'), blame: 'unavailable' },
    { name: 'too many requests', said: error(429, 'RESOURCE_EXHAUSTED'), blame: 'busy' },
    ...accountRefusals,
    ...unwanted.map((message) => ({
      name: message,
      said: error(400, 'INVALID_ARGUMENT', { message }),
      blame: 'request' as const,
      failCode: 'content_policy_violation' as const,
    })),
  ],
  words: [
    { word: 'no word yet', said: operation(), report: { kind: 'running' } },
    { word: 'not done', said: operation({ done: false }), report: { kind: 'running' } },
    {
      word: 'done',
      said: ended({ generatedSamples: [{ video }] }),
      report: { kind: 'succeeded', result: { media } },
    },
    {
      word: 'done, under the other name',
      said: ended({ generatedVideos: [{ video }] }),
      report: { kind: 'succeeded', result: { media } },
    },
    {
      word: 'filtered',
      said: ended({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['An issue with the sound.'] }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'An issue with the sound.' },
    },
    {
      word: 'filtered without a reason',
      said: ended({ raiMediaFilteredCount: 1 }),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    { word: 'error 1', said: broken(1), report: { kind: 'failed', code: 'cancelled' } },
    { word: 'error 3', said: broken(3), report: { kind: 'failed', code: 'invalid_parameter' } },
    ...unwanted.map((message) => ({
      word: `error 3: ${message}`,
      said: broken(3, message),
      report: { kind: 'failed' as const, code: 'content_policy_violation' as const, message },
    })),
    { word: 'error 4', said: broken(4), report: { kind: 'failed', code: 'upstream_timeout' } },
    { word: 'error 8', said: broken(8), report: { kind: 'failed', code: 'upstream_rate_limited' } },
    { word: 'error 13', said: broken(13), report: { kind: 'failed', code: 'internal_error' } },
    { word: 'error 14', said: broken(14), report: { kind: 'failed', code: 'upstream_unavailable' } },
  ],
  unknown: [operation({ done: 'reticulating' }), { json: {} }],
  withoutMedia: ended({ generatedSamples: [] }),
};
