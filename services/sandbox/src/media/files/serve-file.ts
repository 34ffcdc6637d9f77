import { mediaRoute } from '../media-route.ts';
import { type Handled, type MediaVendor, refusedWith } from '../media-vendor.ts';
import type { Reply } from '../reply.ts';
import { mp4Bytes } from './mp4.ts';
import { pictureBytes, pictureFormats } from './picture.ts';
import { readResultUrl } from './result-url.ts';
import type { Shape } from './shape.ts';

function xmlError(status: number, message = 'Request is refused.'): Reply {
  const code = status === 404 ? 'NoSuchKey' : 'AccessDenied';
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

/** Where vendors keep what they made, for those who have a signed address. */
const objectStore: MediaVendor = {
  name: 'object-store',
  statusPath: '',
  mediaPath: null,
  error: xmlError,
  moderated: () => xmlError(403),
  broke: () => xmlError(403),
  headers: () => ({ server: 'SandboxStore', 'x-store-request-id': 'sandbox' }),
};

/** A file of that format: mp4, or a picture's. */
export function fileReply(ending: string, shape: Shape): Reply {
  if (ending === 'mp4')
    return { status: 200, headers: { 'content-type': 'video/mp4' }, body: mp4Bytes(shape) };
  const format = pictureFormats.find((candidate) => candidate === ending);
  if (!format) return xmlError(404);
  return { status: 200, headers: { 'content-type': `image/${format}` }, body: pictureBytes(format, shape) };
}

/** `GET` and `HEAD /media/files/{vendor}/{model}/{id}/{name}?expires=&signature=`. */
export const serveFile = mediaRoute(objectStore, ({ context, media, incoming }): Handled => {
  const file = readResultUrl(incoming.path, context.life, media.now());
  if (!file) return refusedWith(xmlError(403, 'Request has expired.'));
  return { type: 'content', about: file, reply: fileReply(file.format, file.shape) };
});
