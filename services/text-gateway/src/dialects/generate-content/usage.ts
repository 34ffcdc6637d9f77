/** `usageMetadata`: counts so far; thoughts and the results of built-in tools are counted apart. */
import { readServedAt, withServiceTier } from '../../canon/service-tier.ts';
import { fromTotals, inputOf, outputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../json/read.ts';

/** Undefined when there are no counts. */
export function decodeUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const prompt = readCount(value.promptTokenCount);
  const candidates = readCount(value.candidatesTokenCount);
  const thoughts = readCount(value.thoughtsTokenCount);
  if (prompt === undefined && candidates === undefined && thoughts === undefined) return undefined;
  const counts = fromTotals({
    input: (prompt ?? 0) + (readCount(value.toolUsePromptTokenCount) ?? 0),
    inputAudio: freshOf(value, 'AUDIO'),
    inputImage: freshOf(value, 'IMAGE'),
    cacheRead: readCount(value.cachedContentTokenCount),
    output: (candidates ?? 0) + (thoughts ?? 0),
    outputAudio: tokensOf(value.candidatesTokensDetails, 'AUDIO'),
    reasoning: thoughts,
  });
  const ofPictures = tokensOf(value.candidatesTokensDetails, 'IMAGE');
  const told = ofPictures === undefined ? counts : { ...counts, outputImage: ofPictures };
  return withServiceTier(told, tierWord(value));
}

/** The vendor's word for the tier at which it serves, where it says one. */
export function readTierWord(value: unknown): string | undefined {
  return isRecord(value) ? readServedAt(tierWord(value)) : undefined;
}

/** Vertex has a word of its own. */
function tierWord({ serviceTier, trafficType }: JsonRecord): unknown {
  return serviceTier ?? trafficType;
}

export function encodeUsage(usage: Usage): JsonRecord {
  const prompt = inputOf(usage);
  const candidates = usage.outputVisible + usage.outputAudio;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    totalTokenCount: prompt + outputOf(usage),
    ...(usage.outputReasoning > 0 && { thoughtsTokenCount: usage.outputReasoning }),
    ...(usage.inputCacheRead > 0 && { cachedContentTokenCount: usage.inputCacheRead }),
    ...(usage.inputAudio > 0 && { promptTokensDetails: encodeDetails(prompt, usage.inputAudio) }),
    ...(usage.outputAudio > 0 && { candidatesTokensDetails: encodeDetails(candidates, usage.outputAudio) }),
  };
}

/** What came with the prompt, or was found by tools, and was not read from the cache. */
function freshOf(counts: JsonRecord, modality: string): number {
  const { promptTokensDetails, toolUsePromptTokensDetails, cacheTokensDetails } = counts;
  const ofPrompt = tokensOf(promptTokensDetails, modality) ?? 0;
  const ofTools = tokensOf(toolUsePromptTokensDetails, modality) ?? 0;
  const cached = tokensOf(cacheTokensDetails, modality) ?? 0;
  return Math.max(ofPrompt + ofTools - cached, 0);
}

function tokensOf(details: unknown, modality: string): number | undefined {
  return readCount(recordsIn(details).find((detail) => detail.modality === modality)?.tokenCount);
}

function encodeDetails(total: number, audio: number): JsonRecord[] {
  return [
    { modality: 'TEXT', tokenCount: total - audio },
    { modality: 'AUDIO', tokenCount: audio },
  ];
}
