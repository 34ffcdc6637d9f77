import type { WholeAnswer } from '../../dialects/passage.ts';
import { readJsonAnswer } from '../read-json-answer.ts';
import { decodeWholeUsage, measureSubtitles } from './usage.ts';

/** Texts and subtitles count nothing, and of subtitles it can be told how long they last. Throws when the bytes are none of them and no JSON either. */
export function readWhole(bytes: Buffer, model: string | undefined, contentType = ''): WholeAnswer {
  if (/^application\/json/i.test(contentType))
    return readJsonAnswer({ has: 'text', decodeUsage: decodeWholeUsage }, bytes, model);
  if (!/^(?:text\/(?:plain|vtt|srt)|application\/x-subrip)/i.test(contentType))
    throw new Error('The answer is no text');
  const usage = measureSubtitles(bytes);
  return { body: bytes, usage, isEstimated: usage !== undefined, error: undefined, contentType };
}
