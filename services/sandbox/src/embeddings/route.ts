import { silentPlan } from '../answer/silent-plan.ts';
import { checkRules } from '../chat-completions/check-numbers.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, missing, refused, wrongType, wrongValue } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { mostDimensions, toBase64, vectorOf } from './vector.ts';

const rules = [{ name: 'dimensions', kind: 'integer', min: 1, max: mostDimensions } as const];

function accept(incoming: Incoming): Checked<Accepted> {
  const opened = openRequest(incoming);
  if (opened.type === 'refused') return opened;
  const { body, model, key } = opened.value;
  const { input, encoding_format: format = 'float', dimensions } = body;
  if (input === undefined) return refused(missing('input'));
  if (format !== 'float' && format !== 'base64')
    return refused(wrongValue('encoding_format', format, ['float', 'base64']));
  if (typeof input !== 'string' && !Array.isArray(input))
    return refused(wrongType('input', 'a string or an array', input));
  const error = checkRules(rules, body);
  if (error) return refused(error);
  const texts = textsOf(input);
  const size = typeof dimensions === 'number' ? dimensions : undefined;
  const data = texts.map((text, index) => {
    const vector = vectorOf(text, size);
    return { object: 'embedding', index, embedding: format === 'base64' ? toBase64(vector) : vector };
  });
  return {
    type: 'ok',
    value: {
      model,
      key,
      plan: silentPlan(texts),
      isStream: false,
      createRendering: (identity, meter) =>
        jsonRendering(
          identity,
          () => meter.usage(),
          (usage) => ({
            object: 'list',
            data,
            model,
            ...(usage && { usage: { prompt_tokens: usage.inputTokens, total_tokens: usage.inputTokens } }),
          }),
        ),
    },
  };
}

/** Token numbers count for their digits. */
function textsOf(input: string | unknown[]): string[] {
  if (typeof input === 'string') return [input];
  if (typeof input[0] === 'number') return [JSON.stringify(input)];
  return input.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

/** `POST /v1/embeddings`. */
export const serveEmbeddings = vendorRoute('embeddings', accept);
