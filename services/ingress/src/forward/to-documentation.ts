import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { style } from '../docs-page/style.ts';
import { answerBytes } from '../exchange/answer.ts';
import type { Exchange } from '../exchange/exchange.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page's style, and nothing else: no script, no picture, no frame around it. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Answers with the document of the API, or with its page. */
export async function forwardToDocumentation(
  { documentation }: Context,
  exchange: Exchange,
  as: 'document' | 'page',
): Promise<void> {
  const { document, page } = await documentation();
  const { response } = exchange;
  response.setHeader('cache-control', 'no-cache');
  if (as === 'document') return answerBytes(exchange, 200, 'application/json', document);
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-content-type-options', 'nosniff');
  answerBytes(exchange, 200, 'text/html; charset=utf-8', page);
}
