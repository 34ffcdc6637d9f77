import type { DialectName } from '../canon/dialect-name.ts';
import { memberBytes } from '../json/parts.ts';
import { invalid } from '../json/read.ts';
import { scanBody } from '../json/scan-body.ts';

/** How a dialect asks for the tokens of a request, and is told. */
export interface CountStyle {
  /** The request that is to be counted. Throws a FaultError 400. */
  requestIn(body: Buffer): Buffer;
  answer(tokens: number): object;
}

/** Those that have a route for it. */
export const countStyles: Partial<Record<DialectName, CountStyle>> = {
  messages: { requestIn: (body) => body, answer: (tokens) => ({ input_tokens: tokens }) },
  'generate-content': { requestIn: wrappedRequest, answer: (tokens) => ({ totalTokens: tokens }) },
};

const openBrace = 0x7b;

/** The vendor reads either spelling. */
const wrappers = ['generateContentRequest', 'generate_content_request'] as const;

/** Contents alone, or a whole request under a name of its own. */
function wrappedRequest(body: Buffer): Buffer {
  const scanned = scanBody(body);
  const [first, second] = wrappers.flatMap((name) => {
    const request = memberBytes(body, scanned, name);
    return request ? [{ name, request }] : [];
  });
  if (!first) return body;
  if (second) throw invalid(second.name, `stands beside ${first.name}: send one of them`);
  if (first.request[0] !== openBrace) throw invalid(first.name, 'must be an object');
  return first.request;
}
