import { vertex as upstream } from '../vertex.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';

const name = 'projects/p/locations/l/publishers/google/models/veo-3.1-generate-001/operations/1';

function operation(more: object = {}): Said {
  return { json: { name, ...more } };
}

function ended(response: object): Said {
  return operation({ done: true, response });
}

function broken(code: number): Said {
  return operation({ done: true, error: { code, message: 'It broke.' } });
}

function error(status: number, word: string): Said {
  return { status, json: { error: { code: status, message: 'No.', status: word } } };
}

export const vertex: Contract = {
  upstream,
  account: {
    provider: 'vertex',
    baseUrl: 'https://vertex.test/v1/projects/p/locations/l',
    key: 'google-key',
    region: '',
    apiVersion: '',
  },
  model: 'veo-3.1-generate-001',
  wish: defaultWish,
  says: [
    '/publishers/google/models/veo-3.1-generate-001:predictLongRunning',
    '"durationSeconds":8',
    '"resolution":"720p"',
    '"aspectRatio":"16:9"',
    '"sampleCount":1',
    '"generateAudio":true',
  ],
  renders: [
    { name: 'silence', wish: { options: { generateAudio: false } }, says: ['"generateAudio":false'] },
    { name: 'six seconds', wish: { secondsMs: 6_000 }, says: ['"durationSeconds":6'] },
  ],
  rendersNot: [
    { name: 'maybe sound', wish: { options: { generateAudio: 'yes' } }, param: 'metadata.generateAudio' },
  ],
  created: { said: operation(), upstreamId: name },
  refusals: [
    { name: 'a bad parameter', said: error(400, 'INVALID_ARGUMENT'), blame: 'request' },
    { name: 'a bad token', said: error(401, 'UNAUTHENTICATED'), blame: 'credential' },
    { name: 'an account without rights', said: error(403, 'PERMISSION_DENIED'), blame: 'credential' },
    { name: 'a model it has not', said: error(404, 'NOT_FOUND'), blame: 'unavailable' },
    { name: 'too many requests', said: error(429, 'RESOURCE_EXHAUSTED'), blame: 'busy' },
  ],
  words: [
    { word: 'no word yet', said: operation(), report: { kind: 'running' } },
    { word: 'not done', said: operation({ done: false }), report: { kind: 'running' } },
    {
      word: 'done',
      said: ended({ videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] }),
      report: {
        kind: 'succeeded',
      },
    },
    {
      word: 'filtered',
      said: ended({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['An issue with the sound.'] }),
      report: { kind: 'failed', code: 'content_policy_violation', message: 'An issue with the sound.' },
    },
    { word: 'error 3', said: broken(3), report: { kind: 'failed', code: 'invalid_parameter' } },
    { word: 'error 8', said: broken(8), report: { kind: 'failed', code: 'upstream_rate_limited' } },
    { word: 'error 13', said: broken(13), report: { kind: 'failed', code: 'internal_error' } },
  ],
  unknown: [operation({ done: 'reticulating' }), { json: {} }],
  withoutMedia: ended({ videos: [] }),
};
