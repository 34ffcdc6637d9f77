/** Images of models that write, too. Source: Gemini API, "Image generation". */
import { tokensPerMadeImage } from '../../counting/tally.ts';
import { decodeUsage } from '../../dialects/generate-content/usage.ts';
import { compact, isRecord, recordsIn, textIn } from '../../json/read.ts';
import { resolutionOf } from '../sizes/measures.ts';
import { servedResolution } from '../sizes/served-resolution.ts';
import type { ImageCodec, ImageReply } from './image-codec.ts';
import { dropOthers, ratioIn, refuseMore, refuseOtherFiles, refuseUrls } from './refuse.ts';

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

export const geminiImages: ImageCodec = {
  encodeRequest(job, { members }, losses) {
    refuseMore(job, 1);
    refuseOtherFiles(job);
    refuseUrls(job);
    dropOthers(job, [], losses);
    const { ask, resolved, terms } = job;
    const pictures = ask.pictures.map(({ mediaType, base64 }) => ({
      inlineData: { mimeType: mediaType, data: base64() },
    }));
    const resolution = servedResolution(resolutionOf(resolved.size ?? ''), terms.media?.imageSizes ?? []);
    const imageConfig = compact({
      aspectRatio: ratioIn(job, ratios),
      // What every model makes needs no word, which older ones do not know.
      imageSize: resolution === '1K' ? undefined : resolution,
    });
    const generationConfig = compact({
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: Object.keys(imageConfig).length > 0 ? imageConfig : undefined,
    });
    const contents = [{ role: 'user', parts: [...pictures, { text: ask.prompt }] }];
    return { body: Buffer.from(JSON.stringify({ contents, generationConfig, ...members })) };
  },

  decodeReply(body) {
    if (!isRecord(body)) throw new Error('The answer is no object');
    const candidates = recordsIn(body.candidates);
    const images = candidates.flatMap(({ content }) => imagesIn(isRecord(content) ? content.parts : []));
    const reasons = candidates.map(({ finishReason }) => textIn(finishReason));
    const blocked = isRecord(body.promptFeedback) && body.promptFeedback.blockReason !== undefined;
    if (candidates.length === 0 && !blocked) throw new Error('The answer has no candidates');
    const usage = decodeUsage(body.usageMetadata);
    const imageTokens = usage?.outputImage ?? images.length * tokensPerMadeImage;
    return { images, usage, imageTokens, refusal: refusalOf(blocked, reasons) };
  },
};

/** Thoughts are sketches, not what was asked for. */
function imagesIn(parts: unknown): { base64: string }[] {
  return recordsIn(parts).flatMap(({ thought, inlineData }) => {
    if (thought === true || !isRecord(inlineData)) return [];
    const base64 = textIn(inlineData.data);
    const isImage = textIn(inlineData.mimeType).startsWith('image/') && base64 !== '';
    return isImage ? [{ base64 }] : [];
  });
}

/** It answers in words where it makes no image. */
const written = new Set(['', 'STOP', 'MAX_TOKENS', 'NO_IMAGE']);

function refusalOf(isBlocked: boolean, reasons: readonly string[]): ImageReply['refusal'] {
  return isBlocked || reasons.some((reason) => !written.has(reason)) ? 'filtered' : 'no-image';
}
