import { asRecord, parseJson } from '../json-record.ts';
import { type Handle, refusedWith } from '../media/media-vendor.ts';
import { secretOf } from './authorize.ts';
import { areDataUrls } from './read-images.ts';
import { invalid, resultReply, submitted } from './submit-result.ts';
import { unauthorized } from './vendor.ts';

/** `POST /mj/submit/upload-discord-images`: an address for each picture. They lead nowhere. */
export const uploadImages: Handle = ({ incoming, identity, origin }) => {
  if (secretOf(incoming.headers) === null) return refusedWith(unauthorized);
  const { base64Array: pictures } = asRecord(parseJson(incoming.bytes.toString())) ?? {};
  if (!areDataUrls(pictures) || pictures.length === 0) {
    return refusedWith(resultReply(invalid('base64 参数错误')));
  }
  const urls = pictures.map((_, index) => `${origin}/attachments/${identity.number}/${index}.png`);
  return { type: 'other', model: 'mj_upload', reply: resultReply(submitted, urls) };
};
