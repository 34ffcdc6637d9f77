import type { WholeAnswer } from '../../dialects/passage.ts';
import { type ReadMember, readJsonAnswer } from '../json/read-answer.ts';
import { decodeWholeUsage, measureSubtitles, measureWords } from './usage.ts';

/**
 * Texts and subtitles count nothing, nor does all JSON: how long the sound was is then told by what is said. Throws when the
 * bytes are none of them.
 */
export function readWhole(bytes: Buffer, model: string | undefined, contentType = ''): WholeAnswer {
  if (/^application\/json/i.test(contentType)) return readJson(bytes, model);
  const type = typeOfText(bytes, contentType);
  if (type === undefined) throw new Error('The answer is no text');
  const usage = measureSubtitles(bytes) ?? measureWords(bytes.toString('utf8'));
  return { body: bytes, usage, isEstimated: true, error: undefined, contentType: type };
}

/** The server of whisper.cpp calls plain text HTML; what begins with a tag is a page, and no transcript. */
function typeOfText(bytes: Buffer, contentType: string): string | undefined {
  if (/^(?:text\/(?:plain|vtt|srt)|application\/x-subrip)/i.test(contentType)) return contentType;
  const isPage = bytes.toString('utf8').trimStart().startsWith('<');
  return /^text\/html/i.test(contentType) && !isPage ? 'text/plain; charset=utf-8' : undefined;
}

function readJson(bytes: Buffer, model: string | undefined): WholeAnswer {
  let isEstimated = false;
  const decodeUsage = (read: ReadMember) => {
    const usage = decodeWholeUsage(read);
    isEstimated = usage === undefined;
    return usage ?? measureWords(String(read('text') ?? ''));
  };
  return { ...readJsonAnswer({ has: 'text', decodeUsage }, bytes, model), isEstimated };
}
