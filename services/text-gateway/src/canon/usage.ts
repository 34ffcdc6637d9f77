/** Token counts of one answer. Every token is in exactly one class; dialects add them up in their own ways. */
export interface Usage {
  inputFresh: number;
  inputAudio: number;
  /** Absent where images are not told apart: then they are among the fresh. */
  inputImage?: number;
  inputCacheRead: number;
  inputCacheWrite: number;
  outputVisible: number;
  outputAudio: number;
  outputReasoning: number;
}

export const noUsage: Readonly<Usage> = {
  inputFresh: 0,
  inputAudio: 0,
  inputCacheRead: 0,
  inputCacheWrite: 0,
  outputVisible: 0,
  outputAudio: 0,
  outputReasoning: 0,
};

/** All input tokens, cached ones included. */
export function inputOf(usage: Usage): number {
  const { inputFresh, inputAudio, inputImage = 0, inputCacheRead, inputCacheWrite } = usage;
  return inputFresh + inputAudio + inputImage + inputCacheRead + inputCacheWrite;
}

/** All output tokens, reasoning included. */
export function outputOf({ outputVisible, outputAudio, outputReasoning }: Usage): number {
  return outputVisible + outputAudio + outputReasoning;
}

/** Totals as most dialects state them: each part is within its total. */
export interface Totals {
  input: number | undefined;
  inputAudio?: number | undefined;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  output: number | undefined;
  outputAudio?: number | undefined;
  reasoning?: number | undefined;
}

/** Takes totals apart into classes. A part above what is left of its total is cut to it. */
export function fromTotals({ input = 0, output = 0, ...parts }: Totals): Usage {
  const cacheRead = Math.min(parts.cacheRead ?? 0, input);
  const cacheWrite = Math.min(parts.cacheWrite ?? 0, input - cacheRead);
  const inputAudio = Math.min(parts.inputAudio ?? 0, input - cacheRead - cacheWrite);
  const reasoning = Math.min(parts.reasoning ?? 0, output);
  const outputAudio = Math.min(parts.outputAudio ?? 0, output - reasoning);
  return {
    inputFresh: input - cacheRead - cacheWrite - inputAudio,
    inputAudio,
    inputCacheRead: cacheRead,
    inputCacheWrite: cacheWrite,
    outputVisible: output - reasoning - outputAudio,
    outputAudio,
    outputReasoning: reasoning,
  };
}

/** A count as an upstream wrote it; undefined for anything that is none. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
