// Only this dialect wants calls back with the signatures that they went out with.
import type { Turn } from './read-messages.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/** Models older than these get along without signatures. */
const oldModels = /^gemini-[12][.-]/;

/** Since the user spoke last, the first call of every turn must be signed. A wrong one was refused before. */
export function checkSignatures(model: string, turns: Turn[]): VendorError | null {
  if (oldModels.test(model)) return null;
  const start = turns.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ type }) => type !== 'response'),
  );
  for (const [index, { parts }] of turns.entries()) {
    const call = parts.find((part) => part.type === 'call');
    if (index > start && call && !call.isSigned) return unsigned(call.name, index + 1);
  }
  return null;
}

function unsigned(name: string, position: number): VendorError {
  return invalid(
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
      'correctly, and missing thought_signature may lead to degraded model performance. Additional data, function ' +
      `call \`default_api:${name}\` , position ${position}. Please refer to ` +
      'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
  );
}
