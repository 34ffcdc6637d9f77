import { silentPlan } from '../answer/silent-plan.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, missing, refused } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';

function accept(incoming: Incoming): Checked<Accepted> {
  const opened = openRequest(incoming, 'omni-moderation-latest');
  if (opened.type === 'refused') return opened;
  const { body, model, key } = opened.value;
  if (body.input === undefined) return refused(missing('input'));
  const inputs: unknown[] = Array.isArray(body.input) ? body.input : [body.input];
  const results = inputs.map((input) => {
    const flagged = JSON.stringify(input).includes('violence');
    return {
      flagged,
      categories: { violence: flagged },
      category_scores: { violence: flagged ? 0.99 : 0.01 },
      category_applied_input_types: { violence: ['text'] },
    };
  });
  return {
    type: 'ok',
    value: {
      model,
      key,
      // Free of charge: nothing is counted.
      plan: silentPlan([]),
      isStream: false,
      createRendering: (identity) =>
        jsonRendering(identity, null, () => ({ id: `modr-${identity.number}`, model, results })),
    },
  };
}

/** `POST /v1/moderations`. What holds the word `violence` is flagged. */
export const serveModeration = vendorRoute('moderations', accept);
