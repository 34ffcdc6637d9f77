/** Images of Google's models that write, too: `:generateContent`. Source: Gemini API, "Image generation". */
import { asNumber, asObject, asObjects, asText, type Json, parseObject } from '../../call/json.ts';
import { OutcomeUnknown, Refusal } from '../../call/refusal.ts';
import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import type { TokenCounts } from '../../task/task.ts';
import { createAt } from '../google/ask.ts';
import { googleRefusal } from '../google/refusal.ts';
import type { FoundBytes, Upstream } from '../upstream.ts';
import { ratioIn, resolutionOf } from './measures.ts';
import { neverPolled } from './never-polled.ts';
import { bytesOf } from './picture.ts';
import { imageUsage, settleImages } from './usage.ts';

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const mostReferences = 14;

/** What an image counts, at most; and one that comes along. Source: Google's pages of Gemini 2.5 and 3.1 Flash Image. */
const imageTokens: Record<string, number> = { '1K': 1_290, '2K': 1_680, '4K': 2_520 };
const inputImageTokens = 1_290;

export const geminiImages: Upstream = {
  provider: 'gemini',
  makesImages: true,
  formOf: () => 'bytes',
  ...neverPolled,

  resolve(wish, upstreamModel) {
    const { imageCount = 1, references, prompt } = wish;
    if (imageCount > 1) refuse('n', `n is ${imageCount}; this model makes 1 image at a time.`);
    if (references.length > mostReferences) {
      refuse(`image[${mostReferences}]`, `image has ${references.length} addresses; 14 are taken.`);
    }
    const asked = wish.size ? resolutionOf(wish.size) : (wish.resolution ?? '1K');
    // What has one resolution alone falls back to it, and is billed it.
    const resolution = upstreamModel.startsWith('gemini-2') ? '1K' : asked;
    const ratio = ratioIn(wish, ratios);
    const tokens = {
      inputText: Math.ceil(Buffer.byteLength(prompt) / 2),
      inputImage: references.length * inputImageTokens,
      output: imageTokens[resolution] ?? 0,
    };
    return {
      ...imageUsage(resolution, imageCount, tokens),
      wish: { ...wish, imageCount, resolution, ...(ratio !== undefined && { ratio }) },
    };
  },

  async submit(submission, account, send) {
    const { wish, usage, upstreamModel } = submission;
    const path = `/models/${encodeURIComponent(upstreamModel)}:generateContent`;
    const answer = await send(createAt(account, path, submission, toBody(wish)));
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw googleRefusal(answer, body);
    const candidates = asObjects(body?.candidates);
    const isBlocked = asObject(body?.promptFeedback)?.blockReason !== undefined;
    if (candidates.length === 0 && !isBlocked)
      throw new OutcomeUnknown('the upstream made something unreadable');
    const media = candidates.flatMap(({ content }) => picturesIn(asObject(content)?.parts));
    if (media.length === 0) throw nothingMade(candidates, isBlocked);
    return settleImages(usage, media, readTokens(asObject(body?.usageMetadata)));
  },
};

function toBody({ prompt, references, ratio, resolution }: Wish): Json {
  const pictures = references.map(({ source }) => {
    if (!('bytes' in source)) throw new Error('a reference without bytes is sent');
    return { inlineData: { mimeType: source.type, data: source.bytes.toString('base64') } };
  });
  const imageConfig = {
    ...(ratio !== undefined && { aspectRatio: ratio }),
    // What every model makes needs no word, which older ones do not know.
    ...(resolution !== '1K' && { imageSize: resolution }),
  };
  return {
    contents: [{ role: 'user', parts: [...pictures, { text: prompt }] }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
    },
  };
}

/** Thoughts are sketches, not what was asked for. */
function picturesIn(parts: unknown): FoundBytes[] {
  return asObjects(parts).flatMap(({ thought, inlineData }) => {
    const data = asObject(inlineData);
    const type = asText(data?.mimeType) ?? '';
    const base64 = asText(data?.data);
    if (thought === true || base64 === undefined || !type.startsWith('image/')) return [];
    return bytesOf(base64, type).map((found) => ({ kind: 'image' as const, ...found }));
  });
}

/** It answers in words where it makes no image; every other reason is about the content. */
const written = ['STOP', 'MAX_TOKENS', 'NO_IMAGE'];

function nothingMade(candidates: readonly Json[], isBlocked: boolean): Refusal {
  const reasons = candidates.map(({ finishReason }) => asText(finishReason) ?? 'STOP');
  const isFiltered = isBlocked || reasons.some((reason) => !written.includes(reason));
  const failCode = isFiltered ? 'content_policy_violation' : 'empty_result';
  const message = isFiltered ? 'The prompt or the image was held back.' : 'No image was made.';
  return new Refusal('request', message, { failCode });
}

function readTokens(usage: Json | undefined): TokenCounts | undefined {
  const input = asNumber(usage?.promptTokenCount);
  const output = asNumber(usage?.candidatesTokenCount);
  if (input === undefined || output === undefined) return undefined;
  const thoughts = asNumber(usage?.thoughtsTokenCount) ?? 0;
  const inputImage = modalityIn(usage?.promptTokensDetails, 'IMAGE') ?? 0;
  const made = modalityIn(usage?.candidatesTokensDetails, 'IMAGE') ?? output;
  const outputText = Math.max(output - made, 0) + thoughts;
  return { inputText: Math.max(input - inputImage, 0), inputImage, output: output + thoughts, outputText };
}

function modalityIn(details: unknown, name: string): number | undefined {
  return asNumber(asObjects(details).find(({ modality }) => modality === name)?.tokenCount);
}
