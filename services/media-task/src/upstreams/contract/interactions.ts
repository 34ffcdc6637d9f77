import type { Media } from '../../task/task.ts';
import { gemini as upstream } from '../gemini.ts';
import { type Contract, defaultWish, type Said } from './contract.ts';
import { accountRefusals } from './veo.ts';

function interaction(status: string, more: object = {}): Said {
  return { json: { id: 'v1_1', object: 'interaction', status, model: 'gemini-omni-1.2-flash', ...more } };
}

function failed(code: string): Said {
  return interaction('failed', { errors: [{ code, message: 'It failed.' }] });
}

function error(status: number, word: string, more: object = {}): Said {
  return { status, json: { error: { code: status, message: 'No.', status: word, ...more } } };
}

const file = 'https://gemini.test/v1beta/files/film';
const film = { type: 'video', mime_type: 'video/mp4', uri: `${file}:download?alt=media` };
const media: Media[] = [{ kind: 'video', url: film.uri }];
const thought = { type: 'thought', signature: 'seal' };
const given = { type: 'user_input', content: [{ type: 'text', text: 'a mill' }] };

export const interactions: Contract = {
  name: 'interactions',
  upstream,
  account: {
    provider: 'gemini',
    baseUrl: 'https://gemini.test/v1beta',
    key: 'google-key',
    region: '',
    apiVersion: '',
  },
  model: 'gemini-omni-1.2-flash',
  wish: defaultWish,
  says: [
    '"duration":"8s"',
    '"resolution":"720p"',
    '"aspect_ratio":"16:9"',
    '"background":true',
    '"model":"gemini-omni-1.2-flash"',
  ],
  renders: [
    {
      name: 'a size as the ratio and the resolution that it has',
      wish: { size: { width: 1_080, height: 1_920 } },
      says: ['"resolution":"1080p"', '"aspect_ratio":"9:16"'],
    },
  ],
  rendersNot: [{ name: 'other sizes', wish: { size: { width: 1_024, height: 1_792 } }, param: 'size' }],
  created: { said: interaction('in_progress'), upstreamId: 'v1_1' },
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
  ],
  words: [
    { word: 'queued', said: interaction('queued'), report: { kind: 'queued' } },
    { word: 'in_progress', said: interaction('in_progress'), report: { kind: 'running' } },
    {
      word: 'completed',
      said: interaction('completed', {
        steps: [given, thought, { type: 'model_output', content: [film] }],
        usage: {
          total_input_tokens: 10,
          total_output_tokens: 50_000,
          output_tokens_by_modality: [
            { modality: 'video', tokens: 46_336 },
            { modality: 'text', tokens: 7 },
          ],
        },
      }),
      report: { kind: 'succeeded', result: { media } },
    },
    {
      word: 'completed beside its steps',
      said: interaction('completed', { output_video: film }),
      report: { kind: 'succeeded', result: { media } },
    },
    {
      word: 'completed with a file',
      said: interaction('completed', { output_video: { ...film, uri: file } }),
      report: { kind: 'succeeded', result: { media } },
    },
    { word: 'failed', said: failed('internal'), report: { kind: 'failed', code: 'internal_error' } },
    {
      word: 'failed for its content',
      said: failed('content_policy_violation'),
      report: { kind: 'failed', code: 'content_policy_violation' },
    },
    { word: 'cancelled', said: interaction('cancelled'), report: { kind: 'failed', code: 'cancelled' } },
    {
      word: 'incomplete',
      said: interaction('incomplete'),
      report: { kind: 'failed', code: 'upstream_timeout' },
    },
    {
      word: 'budget_exceeded',
      said: interaction('budget_exceeded'),
      report: { kind: 'failed', code: 'upstream_unavailable' },
    },
    {
      word: 'requires_action',
      said: interaction('requires_action'),
      report: { kind: 'failed', code: 'internal_error' },
    },
    {
      word: 'requires_continuation',
      said: interaction('requires_continuation'),
      report: { kind: 'failed', code: 'internal_error' },
    },
  ],
  unknown: [interaction('reticulating'), { json: { id: 'v1_1' } }],
  withoutMedia: interaction('completed', { steps: [thought] }),
};
