import { inputOf, outputOf, type Usage } from '../../canon/usage.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import { encodeSse } from '../../sse.ts';
import type { ImageJob } from '../image-order.ts';
import { isOpen } from '../price/resolve-price.ts';
import { formatOf } from '../request/picture.ts';
import type { MadeImage } from '../styles/image-codec.ts';

const msPerSecond = 1_000;

/** A whole answer in OpenAI's style. */
export function encodeWhole(job: ImageJob, images: readonly MadeImage[], usage: unknown): Buffer {
  const data = images.map(({ base64, url, revisedPrompt }) =>
    compact({ b64_json: base64, url, revised_prompt: revisedPrompt }),
  );
  return Buffer.from(JSON.stringify(compact({ created: now(), data, ...about(job, images[0]), usage })));
}

/** One event for each image; the last one has the counts. */
export function encodeEvents(job: ImageJob, images: readonly MadeImage[], usage: unknown): Buffer {
  const type = `${job.event}.completed`;
  const frames = images.map((image, index) => {
    const { base64, url } = image;
    const isLast = index === images.length - 1;
    const event = { type, b64_json: base64, url, created_at: now(), ...about(job, image) };
    const counted = { ...event, usage: isLast ? usage : undefined };
    return encodeSse(Buffer.from(JSON.stringify(compact(counted))), type);
  });
  return Buffer.concat(frames);
}

/** Counts in OpenAI's names. */
export function encodeUsage(usage: Usage | undefined): JsonRecord | undefined {
  if (!usage) return undefined;
  const [input, output] = [inputOf(usage), outputOf(usage)];
  const images = usage.inputImage ?? 0;
  return {
    input_tokens: input,
    input_tokens_details: { image_tokens: images, text_tokens: input - images },
    output_tokens: output,
    total_tokens: input + output,
  };
}

/** Most styles make one format alone, whatever is asked for: what was made tells it. An address tells nothing. */
function about({ resolved: { size, quality } }: ImageJob, image: MadeImage | undefined): JsonRecord {
  const format = image?.base64 === undefined ? undefined : formatOf(image.base64);
  return {
    size: isOpen(size) ? undefined : size,
    quality: isOpen(quality) ? undefined : quality,
    output_format: format,
  };
}

function now(): number {
  return Math.floor(Date.now() / msPerSecond);
}
