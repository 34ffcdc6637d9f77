import { planImages } from '../answer/plan-images.ts';
import type { Delta } from '../answer/produce.ts';
import { silentPlan } from '../answer/silent-plan.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import type { Checked as CheckedBy, Dialect, Identity, Incoming } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { authorize, keyOf } from '../generate-content/authorize.ts';
import { vendorHeaders } from '../generate-content/identity.ts';
import { statusError } from '../generate-content/status-error.ts';
import { errorBody, invalid, refused, type VendorError } from '../generate-content/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { base64Of } from '../openai-images/rendering.ts';
import type { Route } from '../routes.ts';
import type { SandboxContext } from '../sandbox.ts';
import { credentialOf, isWelcome } from '../vertex/authorize.ts';
import { readPredict } from './read-request.ts';

/** The caller's credential, or the refusal. */
type Open = (incoming: Incoming, context: SandboxContext) => CheckedBy<string, VendorError>;

function modelOf({ path }: Incoming): string {
  return /\/models\/([^/]+):predict(?:\?|$)/.exec(path)?.[1] ?? '';
}

function predictRoute(open: Open): Route {
  const predict: Dialect<VendorError> = {
    name: 'predict',
    accept(incoming, context) {
      const opened = open(incoming, context);
      if (opened.type === 'refused') return opened;
      const model = modelOf(incoming);
      if (!isServed(model)) return refused(statusError(404));
      const read = readPredict(incoming.bytes);
      if (read.type === 'refused') return read;
      const { prompt, images, tellsReasons } = read.value;
      const planned = planImages(prompt, images, 0);
      if (planned.type === 'problem') return refused(invalid(planned.message));
      // Nothing that is paid for by the picture counts tokens.
      const plan = planned.type === 'plan' ? { ...planned.plan, inputTokens: 0 } : silentPlan([]);
      const left = planned.type === 'plan' ? [] : leftOut(tellsReasons);
      return {
        type: 'ok',
        value: {
          ...{ model, plan, isStream: false, key: opened.value },
          createRendering: (identity) => predictRendering(identity, left),
        },
      };
    },
    modelOf,
    statusError,
    errorBody,
    headers: vendorHeaders,
  };
  return (context, request, response) => serveDialect(predict, context, request, response);
}

function leftOut(tellsReasons: boolean): JsonRecord[] {
  return tellsReasons
    ? [{ raiFilteredReason: 'Unable to show generated images. Support codes: 39322892' }]
    : [];
}

function predictRendering(identity: Identity, left: JsonRecord[]): Rendering {
  const rendering: Rendering = {
    ...jsonRendering(identity, null, () => ({})),
    body(deltas: Delta[]) {
      const made = deltas.flatMap((delta) => (delta.type === 'image' ? [delta.image] : []));
      const predictions = made.map((image) => ({
        mimeType: `image/${image.format}`,
        bytesBase64Encoded: base64Of(image),
      }));
      const all = [...predictions, ...left];
      return JSON.stringify(all.length === 0 ? {} : { predictions: all });
    },
    error: (status, message) => errorBody(statusError(status, message)),
    withoutUsage: () => rendering,
    headers: vendorHeaders(identity),
  };
  return rendering;
}

/** `POST /v1beta/models/{model}:predict`. */
export const servePredict = predictRoute(({ headers, path }) => {
  const error = authorize(headers, path);
  return error ? refused(error) : { type: 'ok', value: keyOf(headers, path) ?? '' };
});

/** `POST .../publishers/google/models/{model}:predict`. */
export const serveVertexPredict = predictRoute(({ headers }, context) =>
  isWelcome(headers, context) ? { type: 'ok', value: credentialOf(headers) } : refused(statusError(401)),
);
