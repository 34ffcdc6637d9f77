/**
 * Veo on Vertex AI, at `https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION`. A credential is
 * the JSON of a service account's key file, or an API key. Results come in the answer of a poll. Source: Vertex' "Veo on
 * Vertex AI video generation API" and Google's SDK.
 */
import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, requireObject } from '../call/refusal.ts';
import type { VendorRequest } from '../call/send.ts';
import { inlineBytes } from './google/inline-bytes.ts';
import { googleRefusal } from './google/refusal.ts';
import type { Account, Upstream } from './upstream.ts';
import { readOperation } from './veo/operation.ts';
import { checkOptions, toRequest } from './veo/request.ts';
import { resolveVeo } from './veo/resolve.ts';

const bytesName = 'bytesBase64Encoded';

export const vertex: Upstream = {
  provider: 'vertex',
  formOf: () => 'bytes',

  resolve(wish, upstreamModel) {
    checkOptions(wish.options);
    const { generateAudio = true } = wish.options;
    return resolveVeo({ ...wish, options: { ...wish.options, generateAudio } }, upstreamModel);
  },

  async submit({ wish, upstreamModel, clientRequestId }, account, send) {
    const { generateAudio } = wish.options;
    const request = post(account, upstreamModel, 'predictLongRunning', toRequest(wish, { generateAudio }));
    const own = clientRequestId !== undefined && { 'x-client-request-id': clientRequestId };
    const answer = await send({ ...request, headers: { ...request.headers, ...own } });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    return { upstreamId: namedId(body?.name) };
  },

  async poll({ upstreamId, upstreamModel }, account, send) {
    const question = { operationName: upstreamId };
    const request = post(account, upstreamModel, 'fetchPredictOperation', question);
    const answer = await send({ ...request, cutsTexts: true });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    return readOperation(requireObject(body), (response) =>
      hasFilm(response)
        ? [{ kind: 'video', type: 'video/mp4', bytes: inlineBytes(request, send, bytesName) }]
        : [],
    );
  },
};

function post({ baseUrl, key }: Account, model: string, action: string, body: object): VendorRequest {
  // Versions of models stand behind an `@`, which is at home in a path.
  const name = encodeURIComponent(model).replaceAll('%40', '@');
  return {
    method: 'POST',
    url: `${baseUrl}/publishers/google/models/${name}:${action}`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    googleKey: key,
  };
}

function hasFilm({ videos }: Json): boolean {
  const [video] = Array.isArray(videos) ? videos : [];
  return asText(asObject(video)?.[bytesName]) !== undefined;
}
