import { countTokens, tokensPerMediaPart } from '../answer/count-tokens.ts';
import type { Usage } from '../answer/meter.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';

/** What one response used, by kind; the totals are those of every dialect's log. */
export interface RealtimeUsage extends Usage {
  inputAudioTokens: number;
  inputImageTokens: number;
  cachedAudioTokens: number;
  outputAudioTokens: number;
}

export const noTokens: RealtimeUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  inputAudioTokens: 0,
  inputImageTokens: 0,
  cachedAudioTokens: 0,
  outputAudioTokens: 0,
};

/** Bytes of 16 bit samples, 24,000 a second. What is heard is a token each 100 ms, what is said each 50 ms. */
export const bytesPerHeardToken = 4_800;
export const bytesPerSaidToken = 2_400;
export const bytesPerMs = 48;

export interface Prompt {
  textTokens: number;
  audioTokens: number;
  imageTokens: number;
}

/** The tokens of a conversation and the tools that it may use, rounded once for each kind. */
export function countPrompt(
  { instructions, toolBytes }: { instructions: string; toolBytes: number },
  items: readonly JsonRecord[],
): Prompt {
  let textBytes = Buffer.byteLength(instructions) + toolBytes;
  let audioBytes = 0;
  let images = 0;
  for (const item of items) {
    textBytes += sizeOf(item.arguments) + sizeOf(item.output) + sizeOf(item.name);
    for (const part of partsOf(item)) {
      textBytes += sizeOf(part.text) + (item.role === 'assistant' ? sizeOf(part.transcript) : 0);
      if (typeof part.audio === 'string') audioBytes += (part.audio.length / 4) * 3;
      if (typeof part.audioMs === 'number') audioBytes += part.audioMs * bytesPerMs;
      if (part.type === 'input_image') images += 1;
    }
  }
  return {
    textTokens: countTokens(textBytes),
    audioTokens: Math.ceil(audioBytes / bytesPerHeardToken),
    imageTokens: images * tokensPerMediaPart,
  };
}

export function promptTokens({ textTokens, audioTokens, imageTokens }: Prompt): number {
  return textTokens + audioTokens + imageTokens;
}

/** Cached tokens are those of text first, and of sound after them. */
export function usageOf(
  prompt: Prompt,
  cached: number,
  said: { textTokens: number; audioTokens: number },
): RealtimeUsage {
  const { textTokens, audioTokens, imageTokens } = prompt;
  const cachedTextTokens = Math.min(cached, textTokens);
  const cachedAudioTokens = Math.min(cached - cachedTextTokens, audioTokens);
  return {
    inputTokens: promptTokens(prompt),
    cachedTokens: cachedTextTokens + cachedAudioTokens,
    outputTokens: said.textTokens + said.audioTokens,
    reasoningTokens: 0,
    inputAudioTokens: audioTokens,
    inputImageTokens: imageTokens,
    cachedAudioTokens,
    outputAudioTokens: said.audioTokens,
  };
}

/** As the vendor writes it. */
export function usageBody(usage: RealtimeUsage): JsonRecord {
  const { inputTokens, inputAudioTokens, inputImageTokens, cachedTokens, cachedAudioTokens } = usage;
  const { outputTokens, outputAudioTokens } = usage;
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: inputTokens - inputAudioTokens - inputImageTokens,
      audio_tokens: inputAudioTokens,
      image_tokens: inputImageTokens,
      cached_tokens: cachedTokens,
      cached_tokens_details: {
        text_tokens: cachedTokens - cachedAudioTokens,
        audio_tokens: cachedAudioTokens,
        image_tokens: 0,
      },
    },
    output_token_details: { text_tokens: outputTokens - outputAudioTokens, audio_tokens: outputAudioTokens },
  };
}

export function partsOf({ content }: JsonRecord): JsonRecord[] {
  return Array.isArray(content) ? content.map(asRecord).filter((part) => part !== null) : [];
}

function sizeOf(text: unknown): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : 0;
}
