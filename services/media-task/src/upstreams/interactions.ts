/**
 * Gemini Omni by Google's Interactions API: a create in the background, asked until it has ended. Source: Google's SDK
 * (`@google/genai` 3.1), whose addresses are `/v1/interactions`; `/v1beta` serves them too.
 */
import { parseObject } from '../call/json.ts';
import { namedId, requireObject } from '../call/refusal.ts';
import { sendDelete } from '../call/send-delete.ts';
import { createAt, keyHeader } from './google/ask.ts';
import { inlineBytes } from './google/inline-bytes.ts';
import { googleRefusal } from './google/refusal.ts';
import { awaitFile } from './interactions/film-file.ts';
import { readInteraction } from './interactions/read-interaction.ts';
import { toRequest } from './interactions/request.ts';
import { resolveOmni } from './interactions/resolve.ts';
import type { Account, Upstream } from './upstream.ts';

export const interactions: Upstream = {
  provider: 'gemini',

  resolve: resolveOmni,

  async submit(submission, account, send) {
    const { wish, upstreamModel } = submission;
    const answer = await send(createAt(account, '/interactions', submission, toRequest(wish, upstreamModel)));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    return { upstreamId: namedId(body?.id), isRunning: body?.status === 'in_progress' };
  },

  async poll(task, account, send) {
    const request = { method: 'GET', url: urlOf(task, account), headers: keyHeader(account) } as const;
    const answer = await send({ ...request, cutsTexts: true });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    const report = readInteraction(requireObject(body), task.usage, (skip) =>
      inlineBytes(request, send, 'data', skip),
    );
    return awaitFile(report, account, send);
  },

  async cancel(task, account, send) {
    await send({ method: 'POST', url: `${urlOf(task, account)}/cancel`, headers: keyHeader(account) });
  },

  async remove(task, account, send) {
    await sendDelete({ url: urlOf(task, account), headers: keyHeader(account) }, send);
  },
};

function urlOf({ upstreamId }: { upstreamId: string }, { baseUrl }: Account): string {
  return `${baseUrl}/interactions/${encodeURIComponent(upstreamId)}`;
}
