/** OpenAI's edits as a form, which everybody takes who has them. Source: OpenAI API reference, "Create image edit". */
import { randomUUID } from 'node:crypto';
import { writeContentType } from '../../multipart/write-content-type.ts';
import type { Picture } from '../request/picture.ts';
import type { ImageCodec } from './image-codec.ts';

/** Of a stream that was asked for as another kind of answer, the events would have other names. */
const ofStreams = ['stream', 'partial_images'];

export const imageEdits: ImageCodec = {
  encodeRequest({ ask, resolved, event, members }, { model, members: overrides }, losses) {
    const fields = new Map(members());
    if (event === 'image_generation') for (const name of ofStreams) fields.delete(name);
    if (event === 'image_generation' && ask.partialImages > 0) losses.drop('partial_images');
    if (ask.form === undefined) fields.delete('response_format');
    const { size, quality } = resolved;
    const settled = { model, size, quality, ...overrides };
    for (const [name, value] of Object.entries(settled)) if (value !== undefined) fields.set(name, value);
    const boundary = `headgate-${randomUUID()}`;
    const texts = [...fields].flatMap(([name, value]) => writeText(boundary, name, value));
    const pictures = ask.pictures.flatMap((picture, index) =>
      writeFile(boundary, ask.pictures.length > 1 ? 'image[]' : 'image', `image-${index}`, picture),
    );
    const layers = Object.entries({ mask: ask.mask, markup: ask.markup }).flatMap(([name, layer]) =>
      layer ? writeFile(boundary, name, name, layer) : [],
    );
    const body = Buffer.concat([...texts, ...pictures, ...layers, Buffer.from(`--${boundary}--\r\n`)]);
    return { body, contentType: writeContentType(boundary) };
  },
};

function writeText(boundary: string, name: string, value: unknown): Buffer[] {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  // A name that must be quoted is none that a vendor has.
  if (!isText || !/^\w+$/.test(name)) return [];
  return [Buffer.from(`${head(boundary, `name="${name}"`)}\r\n\r\n${value}\r\n`)];
}

function writeFile(boundary: string, name: string, stem: string, picture: Picture): Buffer[] {
  const { mediaType } = picture;
  const fileName = `${stem}.${mediaType.replace('image/', '')}`;
  const disposition = `name="${name}"; filename="${fileName}"\r\nContent-Type: ${mediaType}`;
  return [Buffer.from(`${head(boundary, disposition)}\r\n\r\n`), picture.bytes(), Buffer.from('\r\n')];
}

function head(boundary: string, disposition: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`;
}
