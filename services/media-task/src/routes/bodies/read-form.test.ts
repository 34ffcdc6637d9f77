import { expect, test } from 'vitest';
import type { UploadedFile } from '../../families/fields.ts';
import { readForm } from './read-form.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');

/** A prompt and a picture, between lines of a boundary. */
function formOf(boundary: string, prompt: string, picture: Buffer): Buffer {
  const head = (more: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${more}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${head('name="prompt"')}${prompt}\r\n${head('name="image"; filename="1.png"')}`),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

test.each([
  ['boundary', 'a boundary stone, and --boundary too', 'boundary=boundary'],
  ['X', 'X marks the spot', 'boundary="X"'],
  ['$&', 'a $& of a kind', 'charset=utf-8; boundary="$&"'],
  ['----WebKitFormBoundary7', 'a mill', 'boundary=----WebKitFormBoundary7'],
])('the text of a boundary may stand in parts: %s', async (boundary, prompt, parameters) => {
  const picture = Buffer.concat([png, Buffer.from(`\r\n${boundary}--${boundary}\n--${boundary}`)]);
  const body = formOf(boundary, prompt, picture);
  const { image, ...fields } = await readForm(`multipart/form-data; ${parameters}`, body);
  expect(fields).toEqual({ prompt });
  expect(Buffer.from((image as UploadedFile).bytes)).toEqual(picture);
});

test.each([
  ['another boundary', 'multipart/form-data; boundary=Y'],
  ['no boundary', 'multipart/form-data'],
  ['no form', 'multipart/mixed; boundary=X'],
])('a form of %s is refused', async (_, contentType) => {
  await expect(readForm(contentType, formOf('X', 'a mill', png))).rejects.toMatchObject({
    fault: { status: 400, message: 'The form cannot be read: its parts do not fit its boundary.' },
  });
});

test('a field for a file that nobody chose one for is none, and an empty file is one', async () => {
  const form = (filename: string): Promise<object> => {
    const part = `content-disposition: form-data; name="input_reference"; filename="${filename}"`;
    const body = `--X\r\n${part}\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--X--\r\n`;
    return readForm('multipart/form-data; boundary=X', Buffer.from(body));
  };
  expect(await form('')).toEqual({});
  await expect(form('mill.png')).rejects.toMatchObject({ fault: { param: 'input_reference' } });
});
