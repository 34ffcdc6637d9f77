/** What is known of vendors that make images at once, for the tests that each of their adapters passes. */
import type { Blame } from '../../call/refusal.ts';
import type { Wish } from '../../families/wish.ts';
import type { FailCode } from '../../task/failure.ts';
import type { Account, Upstream } from '../upstream.ts';
import { arkImages } from './ark-images.ts';
import { geminiImages } from './gemini-images.ts';
import { openAiImages } from './open-ai-images.ts';

export interface Said {
  status?: number;
  json: object;
}

export interface ImageContract {
  upstream: Upstream;
  account: Account & { key: string };
  model: string;
  /** Where a plain create goes, below the account's address, and all that it says. */
  path: string;
  body: object;
  renders: { name: string; wish: Partial<Wish>; says: string[]; variant: string }[];
  rendersNot: { name: string; wish: Partial<Wish>; param: string }[];
  takesBytes: boolean;
  /** What stands for an image that comes along. */
  sentReference: string;
  made: Said;
  /** What is in that answer. */
  came: number;
  outputTokens: bigint;
  refusals: { name: string; said: Said; blame: Blame; failCode?: FailCode }[];
}

export const png = Buffer.from('89504e470d0a1a0a00', 'hex');
const base64 = png.toString('base64');

function accountOf(provider: string): ImageContract['account'] {
  return {
    provider,
    baseUrl: `https://${provider}.test/v1`,
    key: `${provider}-key`,
    region: '',
    apiVersion: '',
  };
}

function refused(status: number, code: string): Said {
  return { status, json: { error: { message: 'No.', code } } };
}

const usual: ImageContract['refusals'] = [
  { name: 'a bad key', said: refused(401, 'invalid_api_key'), blame: 'credential' },
  { name: 'a model it has not', said: refused(404, 'model_not_found'), blame: 'unavailable' },
  { name: 'too many requests', said: refused(429, 'rate_limit_exceeded'), blame: 'busy' },
  { name: 'a bad parameter', said: refused(400, 'invalid_value'), blame: 'request' },
];

const openAi: ImageContract = {
  upstream: openAiImages,
  account: accountOf('openai'),
  model: 'gpt-image-1',
  path: '/images/generations',
  body: { model: 'gpt-image-1', prompt: 'a mill by a river', n: 1, size: '1024x1024', quality: 'medium' },
  renders: [
    {
      name: 'sizes and qualities',
      wish: { size: { width: 1_536, height: 1_024 }, options: { quality: 'high' } },
      says: ['"size":"1536x1024"', '"quality":"high"'],
      variant: '1536x1024:high',
    },
    {
      name: 'formats',
      wish: { options: { output_format: 'webp', output_compression: 50, background: 'opaque' } },
      says: ['"output_format":"webp"', '"output_compression":50', '"background":"opaque"'],
      variant: '1024x1024:medium',
    },
  ],
  rendersNot: [
    { name: 'ratios', wish: { ratio: '16:9' }, param: 'size' },
    { name: 'resolutions', wish: { resolution: '2K' }, param: 'size' },
    { name: 'qualities of older models', wish: { options: { quality: 'hd' } }, param: 'quality' },
  ],
  takesBytes: true,
  sentReference: 'name="image[]"; filename="image-0.png"',
  made: {
    json: {
      data: [{ b64_json: base64 }, { b64_json: base64, revised_prompt: 'a mill' }],
      usage: { input_tokens: 10, output_tokens: 1_056, input_tokens_details: { image_tokens: 0 } },
    },
  },
  came: 2,
  outputTokens: 1_056n,
  refusals: [
    ...usual,
    {
      name: 'a prompt it does not want',
      said: refused(400, 'moderation_blocked'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    {
      name: 'an account that has spent what it may',
      said: refused(400, 'billing_hard_limit_reached'),
      blame: 'credential',
    },
    {
      name: 'an account that has nothing left',
      said: refused(429, 'insufficient_quota'),
      blame: 'credential',
    },
    { name: 'an empty list', said: { json: { data: [] } }, blame: 'request', failCode: 'empty_result' },
  ],
};

const sensitive = { code: 'OutputImageSensitiveContentDetected', message: 'No.' };

const ark: ImageContract = {
  upstream: arkImages,
  account: accountOf('ark'),
  model: 'doubao-seedream-4-0-250828',
  path: '/images/generations',
  body: {
    model: 'doubao-seedream-4-0-250828',
    prompt: 'a mill by a river',
    size: '2K',
    response_format: 'url',
  },
  renders: [
    {
      name: 'pixels',
      wish: { size: { width: 2_560, height: 1_440 } },
      says: ['"size":"2560x1440"'],
      variant: '2K',
    },
    {
      name: 'no mark of its own, which it makes unless it is told',
      wish: { options: { watermark: false } },
      says: ['"watermark":false'],
      variant: '2K',
    },
    {
      name: 'several, as it knows them',
      wish: { imageCount: 3, resolution: '4K' },
      says: ['"max_images":3', '"size":"4K"'],
      variant: '4K',
    },
  ],
  rendersNot: [{ name: 'ratios', wish: { ratio: '16:9' }, param: 'size' }],
  takesBytes: false,
  sentReference: '"image":["https://files.test/mill.png"]',
  made: {
    json: {
      data: [{ url: 'https://ark.test/1.jpeg', size: '2048x2048' }, { error: sensitive }],
      usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
    },
  },
  came: 1,
  outputTokens: 16_384n,
  refusals: [
    ...usual,
    {
      name: 'every image held back',
      said: { json: { data: [{ error: { code: 'InternalError' } }, { error: sensitive }] } },
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    {
      name: 'a prompt it does not want',
      said: refused(400, 'InputTextSensitiveContentDetected'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    {
      name: 'an endpoint of the account that is closed',
      said: refused(400, 'InvalidEndpoint.ClosedEndpoint'),
      blame: 'unavailable',
    },
  ],
};

function candidate(parts: object[], finishReason = 'STOP'): Said {
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 1_290, thoughtsTokenCount: 10 };
  return { json: { candidates: [{ content: { parts }, finishReason }], usageMetadata } };
}

const inlineData = { mimeType: 'image/png', data: base64 };
const badKey = {
  error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
};

const gemini: ImageContract = {
  upstream: geminiImages,
  account: accountOf('gemini'),
  model: 'gemini-3-pro-image',
  path: '/models/gemini-3-pro-image:generateContent',
  body: {
    contents: [{ role: 'user', parts: [{ text: 'a mill by a river' }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  },
  renders: [
    {
      name: 'ratios',
      wish: { ratio: '16:9' },
      says: ['"imageConfig":{"aspectRatio":"16:9"}'],
      variant: '1K',
    },
    {
      name: 'pixels as ratio and resolution',
      wish: { size: { width: 1_440, height: 2_560 } },
      says: ['"aspectRatio":"9:16"', '"imageSize":"2K"'],
      variant: '2K',
    },
  ],
  rendersNot: [
    { name: 'several', wish: { imageCount: 2 }, param: 'n' },
    { name: 'other ratios', wish: { ratio: '7:1' }, param: 'size' },
  ],
  takesBytes: true,
  sentReference: `{"inlineData":{"mimeType":"image/png","data":"${base64}"}}`,
  made: candidate([{ thought: true, inlineData }, { text: 'Here it is.' }, { inlineData }]),
  came: 1,
  outputTokens: 1_300n,
  refusals: [
    ...usual,
    { name: 'a key that is no argument', said: { status: 400, json: badKey }, blame: 'credential' },
    {
      name: 'words alone',
      said: candidate([{ text: 'I cannot.' }], 'NO_IMAGE'),
      blame: 'request',
      failCode: 'empty_result',
    },
    {
      name: 'thoughts alone',
      said: candidate([{ thought: true, inlineData }]),
      blame: 'request',
      failCode: 'empty_result',
    },
    {
      name: 'an image held back',
      said: candidate([], 'IMAGE_SAFETY'),
      blame: 'request',
      failCode: 'content_policy_violation',
    },
    {
      name: 'a prompt held back',
      said: { json: { promptFeedback: { blockReason: 'SAFETY' } } },
      blame: 'request',
      failCode: 'content_policy_violation',
    },
  ],
};

export const contracts: readonly ImageContract[] = [ark, gemini, openAi];
