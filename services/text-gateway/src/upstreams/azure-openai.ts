import { callsInResponses, isWithoutChat } from '../vendors/openai-models.ts';
import type { PathCall, Upstream } from './upstream.ts';

/**
 * OpenAI's models on Azure, at `https://NAME.openai.azure.com`. What it calls a model is the name of a deployment.
 * Source: Microsoft's "Azure OpenAI API version lifecycle" and its REST reference.
 */
export const azureOpenai: Upstream = {
  name: 'azure-openai',
  paths: [
    ['chat-completions', (call) => (isOnlyInResponses(call) ? undefined : at('/chat/completions')(call))],
    ['responses', at('/responses')],
    ['embeddings', at('/embeddings')],
    ['image-generations', at('/images/generations')],
    ['image-edits', at('/images/edits')],
    ['speech', at('/audio/speech')],
    ['transcriptions', at('/audio/transcriptions')],
    ['translations', at('/audio/translations')],
  ],
  best: (call) => (callsInResponses(call.model) && hasResponses(call) ? 'responses' : undefined),
  realtime({ model, channel: { apiVersion } }) {
    const deployment = encodeURIComponent(model);
    const version = apiVersion && `api-version=${encodeURIComponent(apiVersion)}&`;
    return isDate.test(apiVersion)
      ? `/openai/realtime?${version}deployment=${deployment}`
      : `/openai/v1/realtime?${version}model=${deployment}`;
  },
  authorize: ({ key }) => ({ 'api-key': key }),
  usageOnRequest: true,
  // The name of a deployment tells nothing of its model; the newer bound is taken by all of them.
  ways: () => ({
    traits: {
      unknownChat: { bound: 'max_completion_tokens', thoughts: 'nowhere', takesSeals: false, maxStops: 4 },
    },
  }),
};

/** In a dated API these do not lie below a deployment. */
const undeployed: ReadonlySet<string> = new Set(['/responses']);

/** Where Azure has a path of OpenAI's API: as it is in `v1`, which has no dates; below the deployment in a dated one. */
function at(path: string) {
  return ({ model, channel: { apiVersion } }: PathCall): string => {
    const query = apiVersion && `?api-version=${encodeURIComponent(apiVersion)}`;
    if (!isDate.test(apiVersion)) return `/openai/v1${path}${query}`;
    const deployment = undeployed.has(path) ? '' : `/deployments/${encodeURIComponent(model)}`;
    return `/openai${deployment}${path}${query}`;
  };
}

function isOnlyInResponses(call: PathCall): boolean {
  return isWithoutChat(call.model) && hasResponses(call);
}

/** The first dated API with responses. */
const firstWithResponses = '2025-03-01';

function hasResponses({ channel: { apiVersion } }: PathCall): boolean {
  return !isDate.test(apiVersion) || apiVersion >= firstWithResponses;
}

/** `preview` and the like are versions of `v1`. */
const isDate = /^\d/;
