/** Imagen. Source: Gemini API and Vertex AI, "Generate images". */
import { compact, invalid, isRecord, recordsIn, textIn } from '../../json/read.ts';
import { resolutionOf } from '../sizes/measures.ts';
import { servedResolution } from '../sizes/served-resolution.ts';
import type { ImageCodec } from './image-codec.ts';
import { dropOthers, ratioIn, refuseMore, refuseOtherFiles, refusePictures, refuseUrls } from './refuse.ts';

const ratios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const mostImages = 4;
const own = ['output_format'];

export const predict: ImageCodec = {
  encodeRequest(job, { members }, losses) {
    refuseMore(job, mostImages);
    refusePictures(job);
    refuseOtherFiles(job);
    refuseUrls(job);
    dropOthers(job, own, losses);
    const { ask, resolved, terms } = job;
    const resolution = servedResolution(resolutionOf(resolved.size ?? ''), terms.media?.imageSizes ?? []);
    if (resolution === '4K') throw invalid('size', 'is too large; this model makes images of 1K and 2K');
    const format = textIn(job.members().get('output_format'));
    if (format !== '' && format !== 'png' && format !== 'jpeg')
      throw invalid('output_format', 'must be png or jpeg');
    const parameters = compact({
      sampleCount: ask.count,
      aspectRatio: ratioIn(job, ratios),
      // Older ones do not know the word.
      sampleImageSize: resolution === '2K' ? resolution : undefined,
      outputOptions: format === '' ? undefined : { mimeType: `image/${format}` },
      includeRaiReason: true,
    });
    const body = { instances: [{ prompt: ask.prompt }], parameters, ...members };
    return { body: Buffer.from(JSON.stringify(body)) };
  },

  /** Where all are filtered, and nobody says why, there is nothing at all. */
  decodeReply(body) {
    if (!isRecord(body)) throw new Error('The answer is no object');
    const images = recordsIn(body.predictions).flatMap(({ bytesBase64Encoded }) => {
      const base64 = textIn(bytesBase64Encoded);
      return base64 === '' ? [] : [{ base64 }];
    });
    return { images, usage: undefined, refusal: 'filtered' };
  },
};
