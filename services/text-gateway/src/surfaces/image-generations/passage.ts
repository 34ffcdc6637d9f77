import { encodeErrorFrame } from '../../dialects/chat-completions/error-frame.ts';
import type { Passage } from '../../dialects/passage.ts';
import { openImages } from '../../images/open-images.ts';
import { openJson } from '../../images/request/open-json.ts';
import { byOrder } from '../by-order.ts';

/** Source: OpenAI API reference, "Create image". */
export const passage: Passage = {
  name: 'image-generations',
  readRequest: (body) => openImages(openJson(body), 'image_generation'),
  ...byOrder,
  encodeErrorFrame,
};
