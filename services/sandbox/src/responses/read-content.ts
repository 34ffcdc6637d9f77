// Only this dialect has parts that differ between what came in and what went out.

import { type Checked, missing, refused, wrongType, wrongValue } from '../chat-completions/vendor-error.ts';
import { asRecord } from '../json-record.ts';

export interface Content {
  text: string;
  mediaParts: number;
}

export const inputParts = ['input_text', 'input_image', 'input_file'];
export const outputParts = ['output_text', 'refusal'];

/** Reads a content that is a string or a list of parts of the given types. */
export function readContent(content: unknown, partTypes: string[], path: string): Checked<Content> {
  if (content === undefined) return refused(missing(path));
  if (typeof content === 'string') return { type: 'ok', value: { text: content, mediaParts: 0 } };
  if (!Array.isArray(content)) {
    return refused(wrongType(path, 'one of an array of objects or string', content));
  }
  let text = '';
  let mediaParts = 0;
  for (const [index, item] of content.entries()) {
    const part = asRecord(item);
    const type = part?.type;
    const at = `${path}[${index}]`;
    if (typeof type !== 'string' || !partTypes.includes(type)) {
      return refused(wrongValue(`${at}.type`, type, partTypes));
    }
    if (type === 'input_image' && (part?.image_url ?? null) !== null && typeof part?.image_url !== 'string') {
      return refused(wrongType(`${at}.image_url`, 'an image URL', part?.image_url));
    }
    if (type === 'input_image' || type === 'input_file') mediaParts += 1;
    else if (type !== 'refusal') {
      if (typeof part?.text !== 'string') return refused(missing(`${at}.text`));
      text += part.text;
    }
  }
  return { type: 'ok', value: { text, mediaParts } };
}
