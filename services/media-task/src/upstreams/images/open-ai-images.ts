/**
 * OpenAI's images: https://platform.openai.com/docs/api-reference/images. What is made after other images is an edit, which
 * is a form; everything else is asked for in JSON.
 */
import { asNumber, asObject, asText, type Json, parseObject } from '../../call/json.ts';
import { OutcomeUnknown, Refusal } from '../../call/refusal.ts';
import type { VendorRequest } from '../../call/send.ts';
import { refuse } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Wish } from '../../families/wish.ts';
import type { TokenCounts } from '../../task/task.ts';
import { authorization, createInJson } from '../bearer.ts';
import { openAiRefusal } from '../open-ai/refusal.ts';
import type { Account, Submission, Upstream } from '../upstream.ts';
import { neverPolled } from './never-polled.ts';
import { pictureOf } from './picture.ts';
import { imageUsage, settleImages } from './usage.ts';

const anySize = { width: 1_024, height: 1_024 };

/** Image tokens of a square of 1024 pixels. Source: OpenAI, "Image generation", cost and latency. */
const squareTokens: Record<string, number> = {
  low: 272,
  medium: 1_056,
  high: 4_160,
  xhigh: 8_320,
  max: 16_640,
};
const squarePixels = 1_048_576;

/** The most that an image counts which comes along. */
const inputImageTokens = 6_240;

/** What the newer models take; the older ones have words of their own. */
const newer = ['output_format', 'output_compression', 'background', 'moderation'];

export const openAiImages: Upstream = {
  provider: 'openai',
  makesImages: true,
  formOf: () => 'bytes',
  ...neverPolled,

  resolve(wish, upstreamModel) {
    const { imageCount = 1, references, ratio, resolution } = wish;
    const isOlder = upstreamModel.startsWith('dall-e');
    if (ratio !== undefined || resolution !== undefined) {
      refuse('size', `size is '${ratio ?? resolution}'; this model takes pixels such as 1024x1024.`);
    }
    if (upstreamModel === 'dall-e-3' && imageCount > 1) {
      refuse('n', `n is ${imageCount}; this model makes 1 image at a time.`);
    }
    const most = isOlder ? (upstreamModel === 'dall-e-3' ? 0 : 1) : 16;
    if (references.length > most) {
      refuse(`image[${most}]`, `image has ${references.length} addresses; this model takes at most ${most}.`);
    }
    const size = wish.size ?? anySize;
    const quality = qualityOf(wish, upstreamModel);
    const { quality: _asked, ...others } = wish.options;
    const options = quality === undefined ? others : { ...others, quality };
    const variant = quality === undefined ? showSize(size) : `${showSize(size)}:${quality}`;
    const tokens = isOlder ? undefined : estimate(wish, size, quality);
    return { wish: { ...wish, imageCount, size, options }, ...imageUsage(variant, imageCount, tokens) };
  },

  async submit(submission, account, send) {
    const { wish, usage, upstreamModel } = submission;
    const members = membersOf(wish, upstreamModel);
    const request =
      wish.references.length > 0
        ? await edit(submission, account, members)
        : createInJson(account, '/images/generations', submission, members);
    const answer = await send(request);
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw openAiRefusal(answer, body);
    if (!body || !Array.isArray(body.data))
      throw new OutcomeUnknown('the upstream made something unreadable');
    const format = asText(body.output_format) ?? asText(wish.options.output_format) ?? 'png';
    const media = body.data.flatMap((item) => pictureOf(asObject(item) ?? {}, `image/${format}`));
    if (media.length === 0) throw new Refusal('request', 'No image was made.', { failCode: 'empty_result' });
    return settleImages(usage, media, readTokens(asObject(body.usage)));
  },
};

/** Said wherever the price may depend on it. */
function qualityOf({ options }: Wish, model: string): string | undefined {
  const asked = asText(options.quality);
  const named = asked === 'auto' ? undefined : asked;
  if (model === 'dall-e-2') return undefined;
  const known = model === 'dall-e-3' ? ['standard', 'hd'] : Object.keys(squareTokens);
  const quality = named ?? (model === 'dall-e-3' ? 'standard' : 'medium');
  if (known.includes(quality)) return quality;
  return refuse('quality', `quality is '${quality}'; this model has ${known.join(', ')}.`);
}

function estimate(
  { prompt, references, imageCount = 1 }: Wish,
  { width, height }: { width: number; height: number },
  quality = 'medium',
): TokenCounts {
  const each = Math.ceil(((squareTokens[quality] ?? 0) * width * height) / squarePixels);
  return {
    inputText: Math.ceil(Buffer.byteLength(prompt) / 2),
    inputImage: references.length * inputImageTokens,
    output: each * imageCount,
  };
}

function membersOf({ prompt, imageCount, size, options }: Wish, model: string): Json {
  const isOlder = model.startsWith('dall-e');
  const own = isOlder ? [] : newer;
  return {
    model,
    prompt,
    n: imageCount,
    size: size && showSize(size),
    ...(options.quality !== undefined && { quality: options.quality }),
    ...Object.fromEntries(
      own.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    ),
    // Addresses would be the vendor's, and lead nowhere after an hour.
    ...(isOlder && { response_format: 'b64_json' }),
    ...(model === 'dall-e-3' && options.style !== undefined && { style: options.style }),
  };
}

async function edit(submission: Submission, account: Account, members: Json): Promise<VendorRequest> {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.append(name, String(value));
  for (const [index, { source }] of submission.wish.references.entries()) {
    if (!('bytes' in source)) throw new Error('a reference without bytes is sent');
    const file = new Blob([new Uint8Array(source.bytes)], { type: source.type });
    form.append('image[]', file, `image-${index}.${source.type.slice(source.type.indexOf('/') + 1)}`);
  }
  const encoded = new Response(form);
  const { clientRequestId } = submission;
  return {
    method: 'POST',
    url: `${account.baseUrl}/images/edits`,
    headers: {
      ...authorization(account),
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

function readTokens(usage: Json | undefined): TokenCounts | undefined {
  const input = asNumber(usage?.input_tokens);
  const output = asNumber(usage?.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  const inputImage = asNumber(asObject(usage?.input_tokens_details)?.image_tokens) ?? 0;
  const outputText = asNumber(asObject(usage?.output_tokens_details)?.text_tokens) ?? 0;
  return { inputText: Math.max(input - inputImage, 0), inputImage, output, outputText };
}
