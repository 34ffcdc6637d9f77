/**
 * Watches a stream of words as they are transcribed: in OpenAI's events, in Mistral's, or in chunks like those of chat
 * completions, as vLLM has them. Sources: OpenAI API reference, "Transcription streaming events"; Mistral API reference,
 * "Audio transcriptions"; vLLM, "Transcriptions API".
 */
import { secondsToSay } from '../../counting/seconds-to-say.ts';
import { errorInEvent } from '../../dialects/error-in-event.ts';
import type { Tap, TapOptions } from '../../dialects/passage.ts';
import { isRecord, recordsIn, textIn } from '../../json/read.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import { encodeSse, isDoneMark } from '../../sse.ts';
import type { ReadMember } from '../json/read-answer.ts';
import { addSoundTokens, decodeChunkUsage, decodeUsage, measureLength, measureWords } from './usage.ts';

const typeName = /^[\w.]{1,100}$/;
const ends: ReadonlySet<unknown> = new Set(['transcript.text.done', 'transcription.done']);

/** What nobody counts lasts as long as its words take, as in whole answers. */
export function createTap({ model }: TapOptions): Tap {
  let [seconds, sizeBytes] = [0, 0];
  let isCounted = false;
  const tap: Tap = {
    usage: undefined,
    isDone: false,
    hasFinished: false,
    isEstimated: false,
    error: undefined,
    see({ raw, data }) {
      if (data.length === 0) return raw;
      if (isDoneMark(data)) {
        tap.isDone = true;
        return raw;
      }
      const { bytes, scanned } = scanLeniently(data);
      const read: ReadMember = (name) => readScanned(bytes, scanned, name);
      const type = read('type');
      tap.error = errorInEvent(type, read);
      note(read, type);
      tap.isDone = ends.has(type);
      if (model === undefined || !scanned.members.has('model')) return raw;
      const renamed = splice(bytes, scanned, new Map([['model', JSON.stringify(model)]]));
      return encodeSse(renamed, typeof type === 'string' && typeName.test(type) ? type : undefined);
    },
  };

  function note(read: ReadMember, type: unknown): void {
    const words = wordsIn(read, type);
    seconds += secondsToSay(words);
    sizeBytes += Buffer.byteLength(words);
    const usage = read('usage');
    const whole = ends.has(type) ? read('text') : undefined;
    const counted = decodeUsage(usage) ?? (type === undefined ? decodeChunkUsage(usage, seconds) : undefined);
    isCounted ||= counted !== undefined;
    const textBytes = typeof whole === 'string' ? Buffer.byteLength(whole) : sizeBytes;
    if (counted) tap.usage = addSoundTokens(counted, textBytes);
    tap.isEstimated = !isCounted;
    if (isCounted) return;
    if (typeof whole === 'string') {
      tap.usage = measureWords(whole);
      return;
    }
    if (sizeBytes > 0 || ends.has(type)) tap.usage = measureLength(seconds, sizeBytes);
  }

  return tap;
}

/** What an event adds to the words. */
function wordsIn(read: ReadMember, type: unknown): string {
  if (type === 'transcript.text.delta') return textIn(read('delta'));
  if (type === 'transcription.text.delta') return textIn(read('text'));
  const deltas = recordsIn(read('choices')).map(({ delta }) => (isRecord(delta) ? delta.content : undefined));
  return deltas.map(textIn).join('');
}
