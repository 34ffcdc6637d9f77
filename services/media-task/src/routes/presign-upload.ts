import { isIP } from 'node:net';
import { fault } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { insertUpload } from '../sql/uploads.ts';
import { drawKey } from '../store/keys.ts';
import { type Announcement, readAnnouncement } from '../uploads/read-announcement.ts';
import { uploadLeaseMs } from '../uploads/receive-upload.ts';
import { drawToken } from '../uploads/token.ts';
import type { UploadContext } from '../uploads/upload-context.ts';
import { answer } from './answer.ts';
import { readFields } from './bodies/read-fields.ts';
import { callerOf } from './caller-of.ts';

/** Says where a file may be put, and where anybody will find it. Refusals of what is asked are answers of 200, as on all such routes. */
export async function presignUpload(context: UploadContext, request: HandleRequest): Promise<HandleResponse> {
  try {
    const { fields } = await readFields(request);
    return answer(200, await presign(context, request, readAnnouncement(fields)));
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.status !== 400) throw error;
    return answer(200, { success: false, message: error.fault.message });
  }
}

async function presign(
  { knex, config, store }: UploadContext,
  request: HandleRequest,
  { type, sizeBytes, largestBytes, sha256 }: Announcement,
): Promise<unknown> {
  const { baseUrl } = request;
  const lifeMs = config.uploadLifeMs;
  const key = drawKey('u', type);
  const { token, hash } = drawToken();
  const noted = await insertUpload(
    knex,
    { key, userId: callerOf(request).userId, type, sizeBytes, sha256, tokenHash: hash },
    { lifeMs, graceMs: uploadLeaseMs },
    { perMinute: config.uploadsPerMinute, userBytes: config.uploadUserBytes },
  );
  if (noted !== 'noted') throw new FaultError(limited[noted]);
  const signed = await store.signPut?.(key, { type, sizeBytes }, lifeMs);
  const address = await store.addressOf(key, { baseUrl, lifeMs: config.uploadRetentionMs });
  const publicUrl = address ?? `/files/${key}`;
  return {
    success: true,
    message: isReachable(publicUrl) ? '' : unreachable,
    data: {
      upload_url: signed?.url ?? `${baseUrl}/api/upload/put/${token}`,
      method: 'PUT',
      headers: signed?.headers ?? { 'Content-Type': type },
      public_url: publicUrl,
      url: publicUrl,
      key,
      expires_at: Math.floor((Date.now() + lifeMs) / 1_000),
      expires_in: Math.floor(lifeMs / 1_000),
      max_size: largestBytes,
      content_type: type,
    },
  };
}

const unreachable =
  'The gateway has no public address: vendors that fetch files themselves cannot read this one.';

const mayConnect = createMayConnect(readAllowList(''));

function isReachable(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) return mayConnect(url, host);
  return host !== 'localhost' && !host.endsWith('.localhost');
}

const limited = {
  rate: fault('too_many_requests', { message: 'Too many uploads within a minute.', retryAfterMs: 60_000 }),
  bytes: fault('invalid_request', {
    message: 'Your uploads take up all the room that a user has. They are removed some days after they came.',
  }),
};
