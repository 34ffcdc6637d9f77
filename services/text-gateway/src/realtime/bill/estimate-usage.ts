import { noUsage, type Usage } from '../../canon/usage.ts';
import { countTokens } from '../../counting/count-tokens.ts';
import { type JsonRecord, recordsIn, textIn } from '../../json/read.ts';
import type { ContextSize } from './context-size.ts';

/** Speech has about four tokens of text a second, and vendors count twenty of its sound. */
const soundPerTextToken = 5;

/**
 * What a response that its upstream did not count is likely to have used, by what it says and by what it has read.
 * Undefined where it says nothing.
 */
export function estimateUsage(
  { output }: JsonRecord,
  read: ReturnType<ContextSize['likely']>,
  maxOutputTokens: number,
): Usage | undefined {
  let [said, spoken] = ['', ''];
  for (const { name, arguments: args, content } of recordsIn(output)) {
    said += textIn(name) + textIn(args);
    for (const { text, transcript } of recordsIn(content)) {
      said += textIn(text);
      spoken += textIn(transcript);
    }
  }
  return usageOfWords({ text: countTokens(said), transcript: countTokens(spoken) }, read, maxOutputTokens);
}

/** The same of so many tokens in text, and in the transcript of what was said aloud. Undefined where there are none. */
export function usageOfWords(
  { text, transcript }: { text: number; transcript: number },
  read: ReturnType<ContextSize['likely']>,
  maxOutputTokens: number,
): Usage | undefined {
  if (text + transcript === 0) return undefined;
  const outputVisible = Math.min(text + transcript, maxOutputTokens);
  const outputAudio = Math.min(transcript * soundPerTextToken, maxOutputTokens - outputVisible);
  return { ...noUsage, inputFresh: read.text, inputAudio: read.sound, outputVisible, outputAudio };
}
