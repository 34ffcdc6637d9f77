import { planText } from '../answer/plan-text.ts';
import { checkRules, type Rule } from '../chat-completions/check-numbers.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, invalid, missing, refused, wrongType } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { asRecord } from '../json-record.ts';
import { createRendering } from './rendering.ts';

const rules: Rule[] = [
  { name: 'n', kind: 'integer', min: 1, max: 128 },
  { name: 'max_tokens', kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER },
  { name: 'temperature', kind: 'decimal', min: 0, max: 2 },
];

function accept(incoming: Incoming): Checked<Accepted> {
  const opened = openRequest(incoming);
  if (opened.type === 'refused') return opened;
  const { body, model, key } = opened.value;
  const { prompt, stop } = body;
  if (prompt === undefined) return refused(missing('prompt'));
  if (typeof prompt !== 'string') return refused(wrongType('prompt', 'a string', prompt));
  const error = checkRules(rules, body);
  if (error) return refused(error);
  const planned = planText(prompt, {
    choices: Number(body.n ?? 1),
    stop: typeof stop === 'string' ? [stop] : [],
    limitTokens: typeof body.max_tokens === 'number' ? body.max_tokens : null,
  });
  if (planned.type === 'problem') return refused(invalid(planned.message, 'prompt'));
  const includesUsage = asRecord(body.stream_options)?.include_usage === true;
  return {
    type: 'ok',
    value: {
      model,
      key,
      plan: planned.plan,
      isStream: body.stream === true,
      createRendering: (identity, meter) =>
        createRendering({ ...identity, model }, () => meter.usage(), includesUsage),
    },
  };
}

/** `POST /v1/completions`. One prompt at a time. */
export const serveCompletion = vendorRoute('completions', accept);
