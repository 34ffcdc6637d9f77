import type { WholeAnswer } from '../../dialects/passage.ts';
import { readJsonAnswer } from '../read-json-answer.ts';
import { decodeUsage } from './usage.ts';

/** Texts and subtitles count nothing. Throws when the bytes are none of them and no JSON either. */
export function readWhole(bytes: Buffer, model: string | undefined, contentType = ''): WholeAnswer {
  if (/^application\/json/i.test(contentType))
    return readJsonAnswer({ has: 'text', decodeUsage: (read) => decodeUsage(read('usage')) }, bytes, model);
  if (!/^(?:text\/(?:plain|vtt|srt)|application\/x-subrip)/i.test(contentType))
    throw new Error('The answer is no text');
  return { body: bytes, usage: undefined, error: undefined, contentType };
}
