import { silentPlan } from '../answer/silent-plan.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, missing, refused } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';

function accept(incoming: Incoming): Checked<Accepted> {
  const opened = openRequest(incoming);
  if (opened.type === 'refused') return opened;
  const { body, model, key } = opened.value;
  const { query, documents } = body;
  if (typeof query !== 'string') return refused(missing('query'));
  if (!Array.isArray(documents)) return refused(missing('documents'));
  const texts = documents.map((document) =>
    typeof document === 'string' ? document : JSON.stringify(document),
  );
  const ranked = texts
    .map((text, index) => ({ index, relevance_score: scoreOf(query, text), document: { text } }))
    .sort((one, other) => other.relevance_score - one.relevance_score);
  const results = ranked.slice(0, typeof body.top_n === 'number' ? body.top_n : undefined);
  return {
    type: 'ok',
    value: {
      model,
      key,
      // The query is read again with each document.
      plan: silentPlan(texts.map((text) => query + text)),
      isStream: false,
      createRendering: (identity, meter) =>
        jsonRendering(
          identity,
          () => meter.usage(),
          (usage) => ({
            model,
            results,
            ...(usage && { usage: { prompt_tokens: usage.inputTokens, total_tokens: usage.inputTokens } }),
          }),
        ),
    },
  };
}

/** The share of the query's words that a document has. */
function scoreOf(query: string, text: string): number {
  const words = query.toLowerCase().split(/\s+/);
  return words.filter((word) => text.toLowerCase().includes(word)).length / words.length;
}

/** `POST /v1/rerank`, in Jina's shape. */
export const serveRerank = vendorRoute('rerank', accept);
