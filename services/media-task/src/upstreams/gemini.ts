/** The Gemini API has two protocols for videos; which one is spoken goes by the model. */
import { keyHeader } from './google/ask.ts';
import { interactions } from './interactions.ts';
import type { Upstream } from './upstream.ts';
import { veo } from './veo.ts';

function protocolOf(upstreamModel: string): Upstream {
  return upstreamModel.includes('omni') ? interactions : veo;
}

export const gemini: Upstream = {
  provider: 'gemini',
  formOf: () => 'bytes',
  resolve: (wish, upstreamModel) => protocolOf(upstreamModel).resolve(wish, upstreamModel),
  submit: (submission, ...to) => protocolOf(submission.upstreamModel).submit(submission, ...to),
  poll: (task, ...to) => protocolOf(task.upstreamModel).poll(task, ...to),
  contentHeaders: keyHeader,
  cancel: async (task, ...to) => protocolOf(task.upstreamModel).cancel?.(task, ...to),
  remove: async (task, ...to) => protocolOf(task.upstreamModel).remove?.(task, ...to),
};
