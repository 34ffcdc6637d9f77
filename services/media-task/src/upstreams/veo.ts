/**
 * Veo by the Gemini API, at `https://generativelanguage.googleapis.com/v1beta`: `:predictLongRunning`, and operations
 * whose results are files that need the same key. Source: its guide "Generate videos with Veo" and Google's SDK.
 */
import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import { OutcomeUnknown } from '../call/refusal.ts';
import { refuse } from '../families/refuse.ts';
import type { Media } from '../task/task.ts';
import { keyHeader } from './google/key-header.ts';
import { googleRefusal } from './google/refusal.ts';
import { requireBytes } from './require-bytes.ts';
import type { Upstream } from './upstream.ts';
import { readOperation } from './veo/operation.ts';
import { checkOptions, toRequest } from './veo/request.ts';
import { resolveVeo } from './veo/resolve.ts';

/** Files are kept for two days. */
const keptMs = 48 * 3_600_000;

export const veo: Upstream = {
  provider: 'gemini',

  resolve(wish, upstreamModel) {
    requireBytes(wish.references, 'input_reference');
    checkOptions(wish.options);
    if (wish.options.generateAudio === false) {
      refuse('metadata.generateAudio', 'metadata.generateAudio is false; this model renders sound always.');
    }
    return resolveVeo(wish, upstreamModel);
  },

  async submit({ wish, upstreamModel, clientRequestId }, account, send) {
    const answer = await send({
      method: 'POST',
      url: `${account.baseUrl}/models/${encodeURIComponent(upstreamModel)}:predictLongRunning`,
      headers: {
        ...keyHeader(account),
        'content-type': 'application/json',
        ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
      },
      body: Buffer.from(JSON.stringify(toRequest(wish))),
    });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    const upstreamId = asText(body?.name);
    if (upstreamId === undefined) throw new OutcomeUnknown('the upstream accepted and named no operation');
    return { upstreamId };
  },

  async poll({ upstreamId }, account, send) {
    const path = upstreamId.split('/').map(encodeURIComponent).join('/');
    const answer = await send({
      method: 'GET',
      url: `${account.baseUrl}/${path}`,
      headers: keyHeader(account),
    });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    return readOperation(body ?? {}, mediaIn);
  },

  contentHeaders: keyHeader,
};

/** Under either of the names that it has had. */
function mediaIn(response: Json): Media[] {
  const { generatedSamples, generatedVideos } = asObject(response.generateVideoResponse) ?? {};
  const [sample] = [generatedSamples, generatedVideos].flatMap((list) => (Array.isArray(list) ? list : []));
  const url = asText(asObject(asObject(sample)?.video)?.uri);
  return url === undefined ? [] : [{ kind: 'video', url, expiresAt: Date.now() + keptMs }];
}
