import type { Reference, Source, Wish } from '../families/wish.ts';
import { type JobRoute, readMjOptions } from './job.ts';

type PlacePictures = (pictures: readonly string[]) => object;

const inList: PlacePictures = (pictures) => (pictures.length > 0 ? { base64Array: pictures } : {});
const none: PlacePictures = () => ({});

/** Where the vendor wants pictures, by route. */
const places: Record<JobRoute, PlacePictures> = {
  'submit/imagine': inList,
  'submit/blend': inList,
  'submit/describe': ([picture]) => (isAddress(picture) ? { link: picture } : { base64: picture }),
  'submit/shorten': none,
  'submit/edits': ([image, maskBase64]) => ({ image, maskBase64 }),
  'submit/video': ([image, endImage]) => ({ image, endImage }),
  'submit/action': none,
  'submit/change': none,
  'submit/upload-discord-images': inList,
  'insight-face/swap': ([sourceBase64, targetBase64]) => ({ sourceBase64, targetBase64 }),
};

/** What the vendor is sent: nothing of the client's that is not named here. */
export function toBody(wish: Wish): object {
  const { job, botType } = readMjOptions(wish);
  return { botType, ...job.members, ...places[job.route](wish.references.map(toText)) };
}

function toText({ source }: Reference): string {
  if ('bytes' in source) return dataUrlOf(source);
  return 'url' in source ? source.url : source.asset;
}

export function dataUrlOf({ bytes, type }: Extract<Source, { bytes: Buffer }>): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function isAddress(picture: string | undefined): boolean {
  return picture !== undefined && !picture.startsWith('data:');
}
