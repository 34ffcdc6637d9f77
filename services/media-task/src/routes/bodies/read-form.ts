import { type Fields, UploadedFile } from '../../families/fields.ts';
import { sniffType } from '../../families/members/sniff.ts';
import { refuse } from '../../families/refuse.ts';
import { countIn } from './count-in.ts';
import { withFreshBoundary } from './fresh-boundary.ts';
import { namesIn, nestParts } from './nest-parts.ts';

type FormValue = string | File;

const mostParts = 64;

/** What ends each pair, or the head of each part. Files hold the latter as well, seldom. */
const pairEnd = { mark: '&', most: mostParts };
const headEnd = { mark: '\r\n\r\n', most: 10_000 };

/** What families that take forms read as files. Under any other name one would be left out of what is made and paid for. */
const fileNames = [
  'image',
  'images',
  'image_tail',
  'input_reference',
  'first_frame_image',
  'last_frame_image',
];

/** The members that a form's parts are. A name that is repeated, or marked as a list, has a list of values. */
export async function readForm(contentType: string, body: Buffer): Promise<Fields> {
  // Before they are read: a megabyte of short pairs took half a minute.
  const { mark, most } = /^multipart/i.test(contentType) ? headEnd : pairEnd;
  if (countIn(body, mark, most) > most) refuseCrowd();
  const parts = await parse(contentType, body);
  if (parts.length > mostParts) refuseCrowd();
  const read = parts.map(async ([name, value]) => {
    const names = namesIn(name);
    return { names, value: await toValue(names[0], value) };
  });
  const fields = nestParts(await Promise.all(read));
  return 'metadata' in fields ? { ...fields, metadata: parseMetadata(fields.metadata) } : fields;
}

function refuseCrowd(): never {
  refuse('', `The form has too many parts; at most ${mostParts} are taken.`);
}

async function parse(contentType: string, body: Buffer): Promise<[string, FormValue][]> {
  const form = withFreshBoundary(contentType, body);
  try {
    const headers = { 'content-type': form.contentType };
    const parts = [...(await new Response(form.body, { headers }).formData())];
    return parts.filter(([, value]) => !isUnchosen(value));
  } catch {
    return refuse('', 'The form cannot be read: its parts do not fit its boundary.');
  }
}

/** What browsers send for a field that nobody chose a file for. */
function isUnchosen(value: FormValue): boolean {
  return typeof value !== 'string' && value.name === '' && value.size === 0;
}

async function toValue(name: string, value: FormValue): Promise<unknown> {
  if (typeof value === 'string') return value;
  if (!fileNames.includes(name)) {
    refuse(name, `${name} is a file; files are taken as ${fileNames.join(', ')}.`);
  }
  const bytes = Buffer.from(await value.arrayBuffer());
  const type = sniffType(bytes);
  if (type === undefined) refuse(name, `${name} is not an image, a video or a sound of a known type.`);
  return new UploadedFile(bytes, type);
}

/** In a form, JSON travels as text. */
function parseMetadata(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return refuse('metadata', 'metadata is not JSON.');
  }
}
