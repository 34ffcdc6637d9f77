import { readHeard } from '../../canon/heard.ts';
import {
  fromTotals,
  inputOf,
  noUsage,
  outputOf,
  readCount,
  type SoundTokens,
  type Usage,
} from '../../canon/usage.ts';
import { secondsToSay } from '../../counting/seconds-to-say.ts';
import { isRecord, textIn } from '../../json/read.ts';
import type { ReadMember } from '../json/read-answer.ts';

/**
 * Sound goes in and text comes out. Models that are paid for by the minute count seconds, which are no tokens. Undefined
 * when nothing was counted, or zeros were.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  if (usage.type === 'duration') return decodeDuration(usage.seconds);
  const metered = readHeard(usage.prompt_audio_seconds);
  // Mistral counts both, under names of chat completions.
  if (metered.length > 0) {
    const totals = { input: readCount(usage.prompt_tokens), output: readCount(usage.completion_tokens) };
    return { ...fromTotals(totals), metered };
  }
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (!input && !output) return undefined;
  const details = isRecord(usage.input_token_details) ? usage.input_token_details : {};
  const inputAudio = readCount(details.audio_tokens);
  const ms = (inputAudio ?? input ?? 0) * msPerSoundToken;
  return { ...fromTotals({ input, inputAudio, output }), sound: { ms, isGuessed: true } };
}

/**
 * The same of a chunk of vLLM, which counts sound among the tokens of the prompt, at a rate of each model: how long it is, its words
 * tell, which take so many seconds.
 */
export function decodeChunkUsage(usage: unknown, seconds: number): Usage | undefined {
  // Mistral, which names seconds, has no sound among its tokens.
  if (!isRecord(usage) || 'prompt_audio_seconds' in usage) return undefined;
  const input = readCount(usage.prompt_tokens);
  const output = readCount(usage.completion_tokens);
  if (!input && !output) return undefined;
  return { ...fromTotals({ input, output }), sound: { ms: Math.round(seconds * 1_000), isGuessed: true } };
}

/** The same of a whole answer in JSON: a verbose one says how long the sound is, and may have no usage beside it. */
export function decodeWholeUsage(read: ReadMember): Usage | undefined {
  const duration = read('duration');
  // OpenAI wrote it as a text at first.
  const seconds = typeof duration === 'string' ? Number.parseFloat(duration) : duration;
  const told = decodeDuration(seconds);
  const counted = decodeUsage(read('usage'));
  const ms = told?.metered?.[0]?.quantity;
  if (!counted?.sound || ms === undefined) {
    return addSoundTokens(counted ?? told, Buffer.byteLength(textIn(read('text'))));
  }
  return { ...counted, sound: { ms: Number(ms), isGuessed: false } };
}

function decodeDuration(seconds: unknown): Usage | undefined {
  const metered = seconds === 0 ? [] : readHeard(seconds);
  return metered.length > 0 ? { ...noUsage, metered } : undefined;
}

/** Beside seconds alone, what they are in tokens with words of so many bytes. */
export function addSoundTokens(usage: Usage | undefined, textBytes: number): Usage | undefined {
  const ms = usage?.metered?.[0]?.quantity;
  if (!usage || ms === undefined || inputOf(usage) + outputOf(usage) > 0) return usage;
  return { ...usage, soundTokens: tokensOf(Number(ms), textBytes) };
}

/** Subtitles count nothing, and last as long as their last cue at least. Undefined where there is none. */
export function measureSubtitles(bytes: Buffer): Usage | undefined {
  const at = bytes.lastIndexOf(arrow);
  const lastCue = at === -1 ? '' : bytes.toString('latin1', at, at + longestCue);
  const [, hours = 0, minutes, seconds, ms] =
    /^-->\s*(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})/.exec(lastCue) ?? [];
  if (minutes === undefined) return undefined;
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(ms) / 1_000;
  return measureLength(length, bytes.length);
}

/** Of words alone it can be told how long they take to say: silence is nobody's. */
export function measureWords(text: string): Usage {
  const words = text.trim();
  return measureLength(secondsToSay(words), Buffer.byteLength(words));
}

/** The same of so many seconds. Which of both is paid for, minutes or tokens, is the price row's to say. */
export function measureLength(seconds: number, textBytes: number): Usage {
  const metered = readHeard(seconds);
  if (metered.length === 0) return { ...noUsage, metered };
  return { ...noUsage, ...tokensOf(seconds * 1_000, textBytes), metered };
}

function tokensOf(ms: number, textBytes: number): SoundTokens {
  return {
    inputAudio: Math.ceil(ms / msPerSoundToken),
    outputVisible: Math.ceil(textBytes / bytesPerTextToken),
  };
}

/** OpenAI counts ten tokens for a second of sound. */
export const msPerSoundToken = 100;
const bytesPerTextToken = 4;

const arrow = '-->';
const longestCue = 40;
