import type { Incoming } from '../exchange/dialect.ts';
import { authorize, keyOf } from '../generate-content/authorize.ts';
import { statusError } from '../generate-content/status-error.ts';
import type { VendorError } from '../generate-content/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { mp4Bytes } from '../media/files/mp4.ts';
import type { Job } from '../media/jobs/job.ts';
import type { MediaCall, MediaVendor } from '../media/media-vendor.ts';
import type { SandboxContext } from '../sandbox.ts';
import { isWelcome } from '../vertex/authorize.ts';
import { veo, veoOnVertex } from './vendor.ts';

/** One of the two ways to the same models. */
export interface Service {
  vendor: MediaVendor;
  /** Whose jobs they are, or the refusal. */
  open(incoming: Incoming, context: SandboxContext): { key: string } | { error: VendorError };
  /** Names of the models that only the other service has. */
  foreignModels: RegExp;
  /** What the operation of a model is called. */
  operationName(path: string, model: string, id: string): string;
  /** Parameters that only this service has. */
  ownParameters: readonly string[];
  mostSamples: number;
  /** What a picture may stand in for, beside `bytesBase64Encoded`. */
  imageMembers: readonly string[];
  /** The response of an operation that ended well. */
  result(call: MediaCall, job: Job): JsonRecord;
  /** The same of one whose media were all filtered. */
  filtered(reasons: JsonRecord): JsonRecord;
}

/** The Gemini API: keys, and results that are files of their own. */
export const gemini: Service = {
  vendor: veo,
  open(incoming) {
    const error = authorize(incoming.headers, incoming.path);
    return error ? { error } : { key: keyOf(incoming.headers, incoming.path) ?? '' };
  },
  foreignModels: /^veo-3\.1.*-generate-001$/,
  operationName: (_path, model, id) => `models/${model}/operations/${id}`,
  ownParameters: [],
  mostSamples: 1,
  imageMembers: ['mimeType'],
  result: ({ origin }, { id }) => {
    const video = { uri: `${origin}/v1beta/files/${id}:download?alt=media` };
    return generated({ generatedSamples: [{ video }] });
  },
  filtered: generated,
};

function generated(members: JsonRecord): JsonRecord {
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';
  return { '@type': type, generateVideoResponse: members };
}

const vertexType = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';

/** Vertex AI: tokens, and results that come along or lie in the caller's storage. Jobs are those of a project. */
export const vertex: Service = {
  vendor: veoOnVertex,
  open({ headers, path }, context) {
    if (!isWelcome(headers, context)) return { error: statusError(401) };
    return { key: /\/projects\/([^/]+)\//.exec(path)?.[1] ?? '' };
  },
  foreignModels: /^veo-3\.1.*-generate-preview$/,
  operationName(path, model, id) {
    const [, parent = ''] = /(projects\/[^/]+\/locations\/[^/]+)\//.exec(path) ?? [];
    return `${parent}/publishers/google/models/${model}/operations/${id}`;
  },
  ownParameters: ['storageUri', 'generateAudio', 'compressionQuality', 'fps', 'pubsubTopic'],
  mostSamples: 4,
  imageMembers: ['mimeType', 'gcsUri'],
  result: (_call, { shape, notes = {}, id }) => {
    const bytesBase64Encoded = mp4Bytes(shape).toString('base64');
    const { storageUri, samples } = notes;
    const isStored = typeof storageUri === 'string';
    const videos = Array.from({ length: Number(samples) }, (_, index) => ({
      ...(isStored ? { gcsUri: `${storageUri}/${id}/sample_${index}.mp4` } : { bytesBase64Encoded }),
      mimeType: 'video/mp4',
    }));
    return { '@type': vertexType, raiMediaFilteredCount: 0, videos };
  },
  filtered: (reasons) => ({ '@type': vertexType, ...reasons }),
};
