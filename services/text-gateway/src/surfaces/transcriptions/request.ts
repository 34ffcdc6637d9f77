/** Source: OpenAI API reference, "Create transcription" and "Create translation". */

import { heard } from '../../canon/heard.ts';
import type { RouteFacts } from '../../dialects/codec.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid } from '../../json/read.ts';
import { readForm } from '../../multipart/read-form.ts';
import type { ScannedForm } from '../../multipart/scan.ts';
import { setField } from '../../multipart/splice.ts';
import { writeContentType } from '../../multipart/write-content-type.ts';
import { msPerSoundToken } from './usage.ts';

/** The vendor's first, and for translations its only one. */
const defaultModel = 'whisper-1';

/** Opus at 6 kbit/s spends 75 bytes on the tenth of a second that a token stands for: nothing in use spends less. */
const bytesPerSoundToken = 75;
/** 100 minutes: beyond what vendors take at once. */
const maxSoundTokens = 60_000;

/** How each speaker sounds, in base64. */
const voiceField = /^known_speaker_references(?:\[\d*\])?$/;

/** Throws a FaultError 400 that names the field at fault. */
export function readRequest(body: Buffer, { contentType = '' }: RouteFacts): ClientRequest {
  const { boundary, form } = readForm(body, contentType);
  const read = createReader(body, form);
  const named = read('model');
  const model = named ?? defaultModel;
  if (model === '') throw invalid('model', 'you must provide a model');
  const files = form.fields.filter(({ isFile }) => isFile);
  if (!files.some(({ name }) => name === 'file')) throw invalid('file', 'you must provide a file');
  const sounds = form.fields.filter(({ isFile, name }) => isFile || voiceField.test(name));
  const soundBytes = sounds.reduce((sum, { value }) => sum + value.end - value.start, 0);
  const soundTokens = Math.min(Math.ceil(soundBytes / bytesPerSoundToken), maxSoundTokens);
  return {
    body,
    model,
    stream: readStream(read('stream')),
    size: {
      textBytes: body.length - soundBytes,
      otherTokens: soundTokens,
      metered: [heard(soundTokens * msPerSoundToken)],
      imageParts: 0,
      choices: 1,
      maxOutput: undefined,
    },
    passTo: (target) => ({
      body: target.model === named ? body : setField(body, form, boundary, 'model', target.model),
      dropUsage: false,
      contentType: writeContentType(boundary),
    }),
  };
}

/** Reads fields that hold a text and may stand once. */
function createReader(body: Buffer, { fields }: ScannedForm): (name: string) => string | undefined {
  return (name) => {
    const [field, ...others] = fields.filter((candidate) => candidate.name === name);
    if (!field) return undefined;
    if (field.isFile || others.length > 0) throw invalid(name, 'must be one text');
    return body.toString('utf8', field.value.start, field.value.end);
  };
}

/** Servers differ in what else they take for true. */
function readStream(stream = 'false'): boolean {
  if (stream !== 'true' && stream !== 'false') throw invalid('stream', 'must be true or false');
  return stream === 'true';
}
