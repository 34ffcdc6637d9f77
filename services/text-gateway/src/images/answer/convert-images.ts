import type { Losses } from '../../canon/losses.ts';
import type { ReadWhole, WholeAnswer } from '../../dialects/passage.ts';
import type { ImageJob, ImageOrder } from '../image-order.ts';
import { billImages } from '../price/bill-images.ts';
import { coversImages } from '../price/covers-images.ts';
import type { EncodedImages, ImageCodec, ImageReply, ImageTarget } from '../styles/image-codec.ts';
import { encodeEvents, encodeUsage, encodeWhole } from './encode-answer.ts';

/** A request for images in the style of another upstream, and how its answer is read. Throws a FaultError 400. */
export function convertImages(
  { readWhole }: ImageOrder,
  job: ImageJob,
  codec: ImageCodec,
  target: ImageTarget,
  losses: Losses,
): EncodedImages & { readWhole: ReadWhole } {
  const { decodeReply } = codec;
  return {
    ...codec.encodeRequest(job, target, losses),
    readWhole: decodeReply
      ? (bytes) => writeAnswer(job, decodeReply(JSON.parse(bytes.toString('utf8'))))
      : readWhole,
  };
}

const refusals = {
  filtered: {
    code: 'content_policy_violation',
    message: 'The safety system of the upstream refused what was to be made.',
  },
  'no-image': { code: 'no_image', message: 'The model made no image of this prompt.' },
};

/** An answer of the client's style; without images it is an error, and no empty list. */
function writeAnswer(
  job: ImageJob,
  { images, usage: reported, imageTokens, refusal }: ImageReply,
): WholeAnswer {
  if (images.length === 0) {
    if (!refusal) throw new Error('The answer has no images');
    const error = { type: 'invalid_request_error', param: 'prompt', ...refusals[refusal] };
    return { body: Buffer.alloc(0), usage: undefined, error };
  }
  const uncounted = coversImages(reported) ? 0 : images.length;
  const made = { images: images.length, reported, imageTokens, uncounted };
  const bill = { ...billImages(job, made), error: undefined };
  const usage = encodeUsage(reported);
  return job.ask.stream
    ? { body: encodeEvents(job, images, usage), contentType: 'text/event-stream', ...bill }
    : { body: encodeWhole(job, images, usage), ...bill };
}
