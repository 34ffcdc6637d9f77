/**
 * OpenAI's video API: https://platform.openai.com/docs/api-reference/videos. A create is a form, as its SDK sends it: with
 * JSON, files could only be named by id or address.
 */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, type Json, parseObject } from '../call/json.ts';
import { namedId, requireObject, saysUnknown, sourceGone } from '../call/refusal.ts';
import type { VendorAnswer } from '../call/send.ts';
import { sendDelete } from '../call/send-delete.ts';
import { refuse, show } from '../families/refuse.ts';
import { showSize } from '../families/size.ts';
import type { Wish } from '../families/wish.ts';
import { authorization, createInJson } from './bearer.ts';
import { failCodes, openAiRefusal, readError } from './open-ai/refusal.ts';
import type { Account, ContentSource, Report, Submitted, Upstream, Variant } from './upstream.ts';

const lengths = [4, 8, 12];
const sizes = ['720x1280', '1280x720'];
const proSizes = [...sizes, '1024x1792', '1792x1024'];
const defaultSeconds = 4;
const defaultSize = { width: 720, height: 1280 };
const defaultResolution = '720p';
const sizeOfRatio: Record<string, NonNullable<Wish['size']>> = {
  '9:16': defaultSize,
  '16:9': { width: 1280, height: 720 },
};

export const openAiVideos: Upstream = {
  provider: 'openai',
  formOf: () => 'bytes',

  resolve(wish, upstreamModel) {
    checkReferences(wish);
    const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
    if (!lengths.includes(secondsMs / 1_000)) {
      refuse('seconds', `seconds is ${secondsMs / 1_000}; this model renders ${lengths.join(', ')} seconds.`);
    }
    const size = wish.size ?? sizeIn(wish);
    const allowed = upstreamModel.includes('pro') ? proSizes : sizes;
    if (!allowed.includes(showSize(size))) {
      refuse('size', `size is '${showSize(size)}'; this model renders ${allowed.join(', ')}.`);
    }
    const variant = Math.min(size.width, size.height) === 720 ? '720p' : '1024p';
    const metered = [{ unit: MeteredUnit.SECOND, variant, quantity: BigInt(secondsMs) }];
    return { wish: { ...wish, secondsMs, size }, usage: Usage.fromPartial({ calls: 1n, metered }) };
  },

  async submit({ wish, upstreamModel, clientRequestId }, account, send) {
    const form = new FormData();
    form.append('model', upstreamModel);
    form.append('prompt', wish.prompt);
    if (wish.secondsMs !== undefined) form.append('seconds', String(wish.secondsMs / 1_000));
    if (wish.size) form.append('size', showSize(wish.size));
    appendReference(form, wish);
    const encoded = new Response(form);
    const answer = await send({
      method: 'POST',
      url: `${account.baseUrl}/videos`,
      headers: {
        ...authorization(account),
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
      },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
    return readCreated(answer);
  },

  async remix({ wish, sourceId, clientRequestId }, account, send) {
    const path = `/videos/${encodeURIComponent(sourceId)}/remix`;
    const body = { prompt: wish.prompt };
    const answer = await send(createInJson(account, path, { clientRequestId }, body));
    try {
      return readCreated(answer);
    } catch (error) {
      // No model is named, but the source alone.
      throw saysUnknown(error) ? sourceGone() : error;
    }
  },

  async poll({ upstreamId }, account, send) {
    const answer = await send({
      method: 'GET',
      url: `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}`,
      headers: authorization(account),
    });
    const body = parseObject(answer.body);
    if (answer.status >= 300) throw openAiRefusal(answer, body);
    return readVideo(requireObject(body));
  },

  async remove({ upstreamId }, account, send) {
    const url = `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}`;
    await sendDelete({ url, headers: authorization(account) }, send);
  },

  content: ({ upstreamId }, account, variant) => contentOf(upstreamId, account, variant),
};

/** One image is all that a form has room for. */
function checkReferences({ references }: Wish): void {
  const other = references.find(({ kind, role }) => kind !== 'image' || role === 'last_frame');
  if (!other && references.length < 2) return;
  const what = other ? `a ${other.kind} as ${other.role.replace('_', ' ')}` : `${references.length} images`;
  refuse('input_reference', `input_reference is ${what}; this model takes one image, the first frame.`);
}

/** The size that families without one ask for by its ratio. */
function sizeIn({ ratio = '9:16', resolution = defaultResolution }: Wish): NonNullable<Wish['size']> {
  if (resolution.toLowerCase() !== defaultResolution) {
    refuse('resolution', `resolution is ${show(resolution)}; this model renders ${defaultResolution}.`);
  }
  const ratios = Object.keys(sizeOfRatio).join(', ');
  return (
    sizeOfRatio[ratio] ??
    refuse('aspect_ratio', `aspect_ratio is ${show(ratio)}; this model renders ${ratios}.`)
  );
}

function readCreated(answer: VendorAnswer): Submitted {
  const body = parseObject(answer.body);
  if (answer.status >= 300) throw openAiRefusal(answer, body);
  return { upstreamId: namedId(body?.id), isRunning: body?.status === 'in_progress' };
}

function contentOf(upstreamId: string, account: Account, variant: Variant): ContentSource {
  const url = `${account.baseUrl}/videos/${encodeURIComponent(upstreamId)}/content?variant=${variant}`;
  return { url, headers: authorization(account) };
}

function readVideo(video: Json): Report {
  const progress = asNumber(video.progress);
  const begun = progress === undefined ? {} : { progress };
  switch (video.status) {
    case 'queued':
      return { kind: 'queued', ...begun };
    case 'in_progress':
      return { kind: 'running', ...begun };
    case 'completed': {
      // Relays that bill what moderation holds back say so: https://docs.apiyi.com/api-capabilities/grok-imagine-video/video-generation.
      if (readError(video.error)) return readFailure(video);
      const expiresAt = asNumber(video.expires_at);
      const media = {
        kind: 'video' as const,
        ...(expiresAt !== undefined && { expiresAt: expiresAt * 1_000 }),
      };
      return { kind: 'succeeded', result: { media: [media] } };
    }
    case 'failed':
      return readFailure(video);
    default:
      return { kind: 'unknown', literal: String(video.status) };
  }
}

function readFailure(video: Json): Report {
  const { code = '', message = '' } = readError(video.error) ?? {};
  return { kind: 'failed', code: failCodes[code] ?? 'internal_error', message };
}

function appendReference(form: FormData, { references }: Wish): void {
  const [reference] = references;
  if (!reference) return;
  if (!('bytes' in reference.source)) throw new Error('a reference without bytes was resolved');
  const { bytes, type } = reference.source;
  const extension = type.slice(type.indexOf('/') + 1);
  form.append('input_reference', new Blob([new Uint8Array(bytes)], { type }), `reference.${extension}`);
}
