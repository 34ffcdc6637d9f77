import { memberBytes } from '../../json/parts.ts';
import { invalid } from '../../json/read.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import type { ImageBody } from './image-body.ts';
import { readLinkedPicture, readLinkedPictures, readPictures } from './read-pictures.ts';

const imageMembers = ['image', 'images', 'mask', 'markup'];

/** Throws a FaultError 400 that names the member at fault. */
export function openJson(body: Buffer): ImageBody {
  const scanned = scanBody(body);
  const read = (name: string): unknown => readScanned(body, scanned, name);
  const model = read('model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const held = (name: string): Buffer | undefined => memberBytes(body, scanned, name);
  const [image, images, mask, markup] = imageMembers.map(held);
  const sizes = [image, images, mask, markup].map((bytes) => bytes?.length ?? 0);
  const others = [...scanned.members.keys()].filter((name) => !imageMembers.includes(name));
  const linked = readLinkedPictures(images);
  // Which of them come first, and whether some are the same, nobody can tell.
  if (image !== undefined && linked.length > 0) throw invalid('images', 'must not stand beside image');
  const pictures = image === undefined ? linked : readPictures(image);
  return {
    body,
    model,
    read,
    members: () => new Map(others.map((name) => [name, read(name)])),
    pictures,
    mask: mask && readLinkedPicture(mask, 'mask'),
    markup: markup && readLinkedPicture(markup, 'markup'),
    otherFiles: [],
    textBytes: body.length - sizes.reduce((sum, bytes) => sum + bytes, 0),
    mustConvert: image !== undefined || mask?.[0] === quote || markup?.[0] === quote,
    write: (edits) => {
      const written = [...edits].map(([name, value]) => [name, value && JSON.stringify(value)] as const);
      return { body: splice(body, scanned, new Map(written)) };
    },
  };
}

const quote = 0x22;
