import { countTokens } from '../answer/count-tokens.ts';
import { planText } from '../answer/plan-text.ts';
import { authorize, keyOf } from '../chat-completions/authorize.ts';
import { checkModel } from '../chat-completions/open-request.ts';
import { type Checked, invalid, missing, refused, wrongValue } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, DialectName, Incoming } from '../exchange/dialect.ts';
import { readForm } from './read-form.ts';
import { formats, type TranscriptShape, transcriptRendering } from './transcript.ts';

function accept({ headers, bytes }: Incoming): Checked<Accepted> {
  const error = authorize(headers.authorization);
  if (error) return refused(error);
  const form = readForm(bytes, headers['content-type'] ?? '');
  if (!form) return refused(invalid('We could not parse the multipart form of your request.', null));
  const model = checkModel(form.get('model'));
  if (model.type === 'refused') return model;
  const heard = form.get('file');
  if (heard === undefined) return refused(missing('file'));
  const word = form.get('response_format') ?? 'json';
  const format = formats.find((candidate) => candidate === word);
  if (!format) return refused(wrongValue('response_format', word, formats));
  const planned = planText(heard);
  if (planned.type === 'problem') return refused(invalid(planned.message, 'file'));
  const textTokens = countTokens(Buffer.byteLength(form.get('prompt') ?? ''));
  const { plan } = planned;
  const shape: TranscriptShape = {
    format,
    textTokens,
    isTimed: model.value.includes('whisper') || format === 'verbose_json',
  };
  return {
    type: 'ok',
    value: {
      model: model.value,
      key: keyOf(headers.authorization) ?? '',
      // A model that is paid for by the minute counts no tokens.
      plan: { ...plan, inputTokens: shape.isTimed ? 0 : plan.inputTokens + textTokens },
      isStream: form.get('stream') === 'true',
      createRendering: (identity, meter) => transcriptRendering(identity, shape, () => meter.usage()),
    },
  };
}

function routeOf(name: DialectName) {
  return vendorRoute(name, accept);
}

/** `POST /v1/audio/transcriptions`. A sound says what its bytes say as text. */
export const serveTranscription = routeOf('transcriptions');

/** `POST /v1/audio/translations`. It is English already. */
export const serveTranslation = routeOf('translations');
