/** Seedream at ByteDance's Ark: `POST /images/generations`. Source: Volcengine Ark, "Image generation API". */
import { asNumber, asObject, asText, type Json, parseObject } from '../../call/json.ts';
import { OutcomeUnknown, Refusal, refusalOf } from '../../call/refusal.ts';
import type { VendorAnswer } from '../../call/send.ts';
import { refuse } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Wish } from '../../families/wish.ts';
import type { FailCode } from '../../task/failure.ts';
import type { TokenCounts } from '../../task/task.ts';
import { addressOf } from '../address-of.ts';
import { isClosed } from '../ark/is-closed.ts';
import { createInJson } from '../bearer.ts';
import type { Upstream } from '../upstream.ts';
import { resolutionOf } from './measures.ts';
import { neverPolled } from './never-polled.ts';
import { pictureOf } from './picture.ts';
import { imageUsage, settleImages } from './usage.ts';

const usualResolution = '2K';
const mostReferences = 14;
const linkLifeMs = 24 * 3_600_000;

/** An image counts its pixels by 256. */
const pixelsPerToken = 256;
const edges: Record<string, number> = { '1K': 1_024, '2K': 2_048, '4K': 4_096 };

export const arkImages: Upstream = {
  provider: 'ark',
  makesImages: true,
  ...neverPolled,

  resolve(wish) {
    const { imageCount = 1, ratio, references, size } = wish;
    if (ratio !== undefined) {
      refuse('size', `size is '${ratio}'; this model takes 1K, 2K, 4K and pixels such as 2048x2048.`);
    }
    if (references.length > mostReferences) {
      refuse(`image[${mostReferences}]`, `image has ${references.length} addresses; 14 are taken.`);
    }
    const resolution = size ? resolutionOf(size) : (wish.resolution ?? usualResolution);
    const edge = edges[resolution] ?? 0;
    const pixels = size ? size.width * size.height : edge * edge;
    const output = Math.ceil(pixels / pixelsPerToken) * imageCount;
    const tokens = { inputText: 0, inputImage: 0, output };
    return { wish: { ...wish, imageCount, resolution }, ...imageUsage(resolution, imageCount, tokens) };
  },

  async submit(submission, account, send) {
    const { wish, usage, upstreamModel } = submission;
    const body = membersOf(wish, upstreamModel);
    const answer = await send(createInJson(account, '/images/generations', submission, body));
    const said = parseObject(answer.body);
    if (answer.status >= 300) throw refusalIn(answer, said);
    if (!said || !Array.isArray(said.data))
      throw new OutcomeUnknown('the upstream made something unreadable');
    const items = said.data.map((item) => asObject(item) ?? {});
    const expiresAt = Date.now() + linkLifeMs;
    const media = items.flatMap((item) => pictureOf(item, 'image/jpeg', expiresAt));
    if (media.length === 0) throw nothingMade(items);
    return settleImages(usage, media, readTokens(asObject(said.usage)));
  },
};

function membersOf(
  { prompt, imageCount = 1, size, resolution, references, seed, options }: Wish,
  model: string,
): Json {
  return {
    model,
    prompt,
    size: size ? showSize(size) : resolution,
    ...(references.length > 0 && { image: references.map(({ source }) => addressOf(source)) }),
    response_format: options.response_format === 'b64_json' ? 'b64_json' : 'url',
    ...(imageCount > 1 && {
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: imageCount },
    }),
    ...(seed !== undefined && { seed }),
    // Left open it is true: every image says in a corner what made it.
    ...(options.watermark !== undefined && { watermark: options.watermark }),
  };
}

/** Each image may have failed for a reason of its own: one that is about the content is the one to tell. */
function nothingMade(items: readonly Json[]): Refusal {
  const errors = items.map((item) => asObject(item.error)).filter((error) => error !== undefined);
  const telling = errors.find((error) => failCodeOf(error) !== undefined) ?? errors[0];
  const failCode = (telling && failCodeOf(telling)) ?? 'empty_result';
  return new Refusal('request', asText(telling?.message) ?? 'No image was made.', { failCode });
}

function failCodeOf(error: Json): FailCode | undefined {
  const code = asText(error.code) ?? '';
  return /Sensitive|Copyright|Policy|RiskDetection/.test(code) ? 'content_policy_violation' : undefined;
}

function readTokens(usage: Json | undefined): TokenCounts | undefined {
  const output = asNumber(usage?.output_tokens);
  if (output === undefined) return undefined;
  const total = asNumber(usage?.total_tokens) ?? output;
  return { inputText: Math.max(total - output, 0), inputImage: 0, output };
}

function refusalIn(answer: VendorAnswer, body: Json | undefined): Refusal | OutcomeUnknown {
  const error = asObject(body?.error);
  const message = asText(error?.message) ?? '';
  const failCode = error && failCodeOf(error);
  if (isClosed(asText(error?.code))) return new Refusal('unavailable', message);
  if (answer.status === 400 && failCode) return new Refusal('request', message, { failCode });
  return refusalOf(answer, message);
}
