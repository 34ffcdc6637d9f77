/**
 * What OpenAI's models want, by the names that it gives them; a deployment on Azure has such a name often, and one that tells nothing
 * is left as it is. Sources: OpenAI's API reference, and the issues of other clients about its refusals, on Azure too.
 */

/** Served over responses alone. */
export function isWithoutChat(model: string): boolean {
  return /^(?:o\d+|gpt-\d+(?:\.\d+)?)-pro(?:-|$)|codex|deep-research|^computer-use/.test(model);
}

/** Refuses tools over chat completions unless it is not to reason at all. */
export function callsInResponses(model: string): boolean {
  return /^gpt-(?:5\.(?:[2-9]|\d\d)|[6-9])(?!.*-chat)/.test(model);
}
