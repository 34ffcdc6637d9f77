/**
 * Pictures that a model made: `images` beside the content of a message or a delta. OpenAI defines no place for them; this is
 * the form that OpenRouter, LiteLLM and Vercel's gateway share.
 * Source: OpenRouter documentation, "Image Generation"; LiteLLM documentation, "Image Generation in Chat Completions".
 */
import type { PictureBlock } from '../../../canon/blocks.ts';
import { readUrlSource, writeDataUrl } from '../../../canon/media/data-url.ts';
import { isRecord, type JsonRecord, recordsIn, textIn } from '../../../json/read.ts';
import { readThoughtSignature, writeThoughtSignature } from '../tools/thought-signature.ts';

/** Those of a message or a delta. An address instead of bytes is passed over: it is gone when somebody reads the answer again. */
export function readImages({ images }: JsonRecord): PictureBlock[] {
  return recordsIn(images).flatMap((image) => {
    const source = readUrlSource(isRecord(image.image_url) ? textIn(image.image_url.url) : '');
    if (source.kind !== 'bytes' || !source.mediaType.startsWith('image/')) return [];
    const seal = readThoughtSignature(image);
    const { mediaType, base64 } = source;
    return [{ kind: 'picture', mediaType, base64, ...(seal && { seal }) }];
  });
}

/** @param index its place among the pictures of the answer */
export function writeImage({ mediaType, base64, seal }: PictureBlock, index: number): JsonRecord {
  return {
    type: 'image_url',
    image_url: { url: writeDataUrl({ kind: 'bytes', mediaType, base64 }) },
    index,
    ...(seal && writeThoughtSignature(seal)),
  };
}
