/** Seedream. Source: Volcengine Ark, "Image generation API". */
import { fromTotals, readCount, type Usage } from '../../canon/usage.ts';
import { compact, invalid, isRecord, recordsIn, textIn } from '../../json/read.ts';
import { isOpen, type ResolvedImage } from '../price/resolve-price.ts';
import { readMeasures, resolutionOf } from '../sizes/measures.ts';
import { writeDataUrl } from './data-url.ts';
import type { ImageCodec } from './image-codec.ts';
import { dropOthers, refuseOtherFiles } from './refuse.ts';

/** What the vendor takes beside what every style says. */
const own = ['seed', 'guidance_scale', 'watermark'];

export const arkImages: ImageCodec = {
  encodeRequest(job, { model, members }, losses) {
    refuseOtherFiles(job);
    dropOthers(job, own, losses);
    const { ask, resolved } = job;
    const { count, pictures, prompt } = ask;
    const given = job.members();
    const body = compact({
      ...{ model, prompt, size: readSize(resolved) },
      image: pictures.length > 0 ? pictures.map(writeDataUrl) : undefined,
      // Addresses are the vendor's own: they are given only to who asks for them.
      response_format: ask.form ?? 'b64_json',
      ...(count > 1 && {
        sequential_image_generation: 'auto',
        sequential_image_generation_options: { max_images: count },
      }),
      ...Object.fromEntries(own.map((name) => [name, given.get(name) ?? undefined])),
      ...members,
    });
    return { body: Buffer.from(JSON.stringify(body)) };
  },

  decodeReply(body) {
    if (!isRecord(body) || !Array.isArray(body.data)) throw new Error('The answer has no data');
    const items = recordsIn(body.data);
    const images = items.flatMap(({ b64_json: base64, url }) => {
      const image = { base64: textIn(base64) || undefined, url: textIn(url) || undefined };
      return (image.base64 ?? image.url) ? [image] : [];
    });
    const isFiltered = items.some(({ error }) => isRecord(error) && isAboutContent(textIn(error.code)));
    return { images, usage: decodeUsage(body.usage), refusal: isFiltered ? 'filtered' : undefined };
  },
};

function readSize({ size, resolution }: ResolvedImage): string | undefined {
  if (size === undefined || isOpen(size)) return resolution;
  if (!readMeasures(size) && !resolutionOf(size))
    throw invalid('size', `is '${size.slice(0, 40)}'; it must be 1K, 2K, 4K or pixels such as 2048x2048`);
  return size;
}

function isAboutContent(code: string): boolean {
  return /Sensitive|Copyright|Policy|RiskDetection/i.test(code);
}

function decodeUsage(usage: unknown): Usage | undefined {
  const output = isRecord(usage) ? readCount(usage.output_tokens) : undefined;
  if (!isRecord(usage) || output === undefined) return undefined;
  return fromTotals({ input: Math.max((readCount(usage.total_tokens) ?? output) - output, 0), output });
}
