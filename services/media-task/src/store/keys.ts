import { randomBytes } from 'node:crypto';

/** What is kept, and under which ending. */
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
};

const typeByEnding = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));

/** What anything else is kept as: no browser shows it, and nothing that was paid for is lost. */
const anything = { type: 'application/octet-stream', ending: 'bin' };

/** Whether what is kept under this type is served as it. */
export function isKept(type: string): boolean {
  return Object.hasOwn(endings, type);
}

/** `u`: anybody who knows the address may read it. `r`: a result, for its user alone. */
export type Area = 'u' | 'r';

/** A key that nobody can guess and that tells of nobody. */
export function drawKey(area: Area, type: string, now = new Date()): string {
  const ending = endings[type] ?? anything.ending;
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  return `${area}/${day}/${randomBytes(16).toString('hex')}.${ending}`;
}

const publicKey = /^u\/\d{8}\/[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

/** Whether a path below `/files/` may be a public file: nothing else is looked for. */
export function isPublicKey(key: string): boolean {
  return publicKey.test(key);
}

/** What the name of a file of a type ends in: what nobody keeps, in what its type is called. */
export function endingOfType(type: string): string {
  if (type === anything.type) return anything.ending;
  return endings[type] ?? type.slice(type.indexOf('/') + 1);
}

export function typeOfKey(key: string): string {
  return typeByEnding.get(endingOfKey(key)) ?? anything.type;
}

function endingOfKey(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}
