import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { openImages } from '../../images/open-images.ts';
import { openForm } from '../../images/request/open-form.ts';
import { openJson } from '../../images/request/open-json.ts';
import { invalid } from '../../json/read.ts';
import { byOrder } from '../by-order.ts';

/** Source: OpenAI API reference, "Create image edit". */
export const passage: Passage = {
  name: 'image-edits',
  readRequest(body, { contentType = '' }) {
    const isForm = /^multipart\/form-data/i.test(contentType.trim());
    const content = isForm ? openForm(body, contentType) : openJson(body);
    const request = openImages(content, 'image_edit');
    if (content.pictures.length === 0) throw invalid('image', 'you must provide an image');
    return request;
  },
  ...byOrder,
  encodeErrorFrame,
};
