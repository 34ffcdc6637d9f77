import { planText } from '../answer/plan-text.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, invalid, missing, refused, wrongValue } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { soundRendering } from './sound.ts';
import { eventRendering } from './speech-events.ts';

const types: Record<string, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

function accept(incoming: Incoming): Checked<Accepted> {
  const opened = openRequest(incoming);
  if (opened.type === 'refused') return opened;
  const { body, model, key } = opened.value;
  const { input, voice, response_format: format = 'mp3' } = body;
  if (typeof input !== 'string' || input === '') return refused(missing('input'));
  if (voice === undefined) return refused(missing('voice'));
  const type = typeof format === 'string' ? types[format] : undefined;
  if (!type) return refused(wrongValue('response_format', format, Object.keys(types)));
  const planned = planText(input);
  if (planned.type === 'problem') return refused(invalid(planned.message, 'input'));
  return {
    type: 'ok',
    value: {
      model,
      key,
      plan: planned.plan,
      isStream: true,
      createRendering: (identity, meter) =>
        body.stream_format === 'sse'
          ? eventRendering(identity, () => meter.usage())
          : soundRendering(identity, type),
    },
  };
}

/** `POST /v1/audio/speech`. */
export const serveSpeech = vendorRoute('speech', accept);
