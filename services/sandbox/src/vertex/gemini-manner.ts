import type { Manner } from '../exchange/manner.ts';
import { statusError } from '../generate-content/status-error.ts';
import { refused, unknownName, type VendorError, violation } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { credentialOf, isWelcome } from './authorize.ts';

/** Vertex with Google's own models: roles are demanded, and calls have no ids. */
export const geminiManner: Manner<VendorError> = {
  receive(incoming, context) {
    const { headers, bytes } = incoming;
    if (!isWelcome(headers, context)) return refused(statusError(401));
    const error = checkContents(asRecord(parseJson(bytes.toString())));
    if (error) return refused(error);
    return {
      type: 'ok',
      value: { ...incoming, headers: { ...headers, 'x-goog-api-key': credentialOf(headers) } },
    };
  },
  write: ({ candidates, ...answer }) =>
    Array.isArray(candidates) ? { ...answer, candidates: candidates.map(withoutIds) } : answer,
};

function checkContents(body: JsonRecord | null): VendorError | null {
  const contents: unknown[] = Array.isArray(body?.contents) ? body.contents : [];
  for (const [index, item] of contents.entries()) {
    const content = asRecord(item);
    if (content && content.role !== 'user' && content.role !== 'model') {
      return violation(`contents[${index}].role`, 'Please use a valid role: user, model.');
    }
    const parts: unknown[] = Array.isArray(content?.parts) ? content.parts : [];
    for (const [at, part] of parts.entries()) {
      for (const name of ['functionCall', 'functionResponse']) {
        if (asRecord(asRecord(part)?.[name])?.id === undefined) continue;
        const snakeName = name === 'functionCall' ? 'function_call' : 'function_response';
        return unknownName('id', `contents[${index}].parts[${at}].${snakeName}`);
      }
    }
  }
  return null;
}

function withoutIds(candidate: unknown): unknown {
  const content = asRecord(asRecord(candidate)?.content);
  if (!content || !Array.isArray(content.parts)) return candidate;
  const parts = content.parts.map((part: JsonRecord) => {
    const call = asRecord(part.functionCall);
    return call ? { ...part, functionCall: { name: call.name, args: call.args } } : part;
  });
  return { ...asRecord(candidate), content: { ...content, parts } };
}
