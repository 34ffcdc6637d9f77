/** Grok Imagine. Source: xAI's API reference, "Image generation". */
import { compact, invalid, isRecord, recordsIn, textIn } from '../../json/read.ts';
import type { ImageJob } from '../image-order.ts';
import { resolutionOf } from '../sizes/measures.ts';
import { servedResolution } from '../sizes/served-resolution.ts';
import { writeDataUrl } from './data-url.ts';
import type { ImageCodec } from './image-codec.ts';
import { dropOthers, ratioIn, refuseOtherFiles, refusePictures } from './refuse.ts';

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];
const own = ['user'];

/** Both routes differ in the picture alone. */
function codec(pictures: 0 | 1): ImageCodec {
  return {
    encodeRequest(job, { model, members }, losses) {
      refusePictures(job, pictures);
      refuseOtherFiles(job);
      dropOthers(job, own, losses);
      const { ask } = job;
      const [picture] = ask.pictures;
      const body = compact({
        ...{ model, prompt: ask.prompt, n: ask.count },
        image: picture && { url: writeDataUrl(picture) },
        response_format: ask.form ?? 'b64_json',
        aspect_ratio: ratioIn(job, ratios),
        resolution: readResolution(job),
        user: job.members().get('user') ?? undefined,
        ...members,
      });
      return { body: Buffer.from(JSON.stringify(body)) };
    },

    decodeReply(body) {
      if (!isRecord(body) || !Array.isArray(body.data)) throw new Error('The answer has no data');
      const images = recordsIn(body.data).flatMap(({ b64_json, url, revised_prompt }) => {
        const [base64, link, revisedPrompt] = [b64_json, url, revised_prompt].map(
          (value) => textIn(value) || undefined,
        );
        return (base64 ?? link) ? [{ base64, url: link, revisedPrompt }] : [];
      });
      return { images, usage: undefined };
    },
  };
}

function readResolution({ resolved, terms }: ImageJob): string | undefined {
  const asked = resolved.resolution ?? resolutionOf(resolved.size ?? '');
  const resolution = servedResolution(asked, terms.media?.imageSizes ?? []);
  if (resolution === '4K') throw invalid('size', 'is too large; this model makes images of 1K and 2K');
  return resolution?.toLowerCase();
}

export const xaiImages = codec(0);
export const xaiImageEdits = codec(1);
