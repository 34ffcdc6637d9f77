/**
 * Veo by the Gemini API, at `https://generativelanguage.googleapis.com/v1beta`: `:predictLongRunning`, and operations
 * whose results are files that need the same key. Source: its guide "Generate videos with Veo" and Google's SDK.
 */
import { asObject, asText, type Json, parseObject } from '../call/json.ts';
import { namedId, requireObject } from '../call/refusal.ts';
import { refuse } from '../families/refuse.ts';
import type { Media } from '../task/task.ts';
import { createAt, downloadOf, filesKeptMs, keyHeader } from './google/ask.ts';
import { googleRefusal } from './google/refusal.ts';
import type { Upstream } from './upstream.ts';
import { readOperation } from './veo/operation.ts';
import { checkOptions, toRequest } from './veo/request.ts';
import { resolveVeo } from './veo/resolve.ts';

export const veo: Upstream = {
  provider: 'gemini',

  resolve(wish, upstreamModel) {
    checkOptions(wish.options);
    if (wish.options.generateAudio === false) {
      refuse('metadata.generateAudio', 'metadata.generateAudio is false; this model renders sound always.');
    }
    return resolveVeo(wish, upstreamModel);
  },

  async submit(submission, account, send) {
    const path = `/models/${encodeURIComponent(submission.upstreamModel)}:predictLongRunning`;
    const answer = await send(createAt(account, path, submission, toRequest(submission.wish)));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    return { upstreamId: namedId(body?.name) };
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
    return readOperation(requireObject(body), mediaIn);
  },
};

/** Under either of the names that it has had. */
function mediaIn(response: Json): Media[] {
  const { generatedSamples, generatedVideos } = asObject(response.generateVideoResponse) ?? {};
  const [sample] = [generatedSamples, generatedVideos].flatMap((list) => (Array.isArray(list) ? list : []));
  const url = asText(asObject(asObject(sample)?.video)?.uri);
  return url === undefined
    ? []
    : [{ kind: 'video', url: downloadOf(url), expiresAt: Date.now() + filesKeptMs }];
}
