import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { findSurface } from '../surfaces/index.ts';
import { readRequest } from './read-request.ts';

function refusalOf(operation: Operation, body: string) {
  const surface = findSurface(Dialect.CHAT_COMPLETIONS, operation);
  if (!surface) throw new Error('no such surface');
  try {
    readRequest(surface, { body: Buffer.from(body), model: '', stream: false, headers: [] });
  } catch (error) {
    return faultOf(error);
  }
}

test.each([
  ['a line end within a text', '{"model":"a\nb","messages":[]}', 'The body is not valid JSON.'],
  ['two models', '{"model":"a","model":"b"}', 'The body has two members named "model".'],
])('%s is a 400', (_what, body, message) => {
  expect(refusalOf(Operation.GENERATE, body)).toMatchObject({ status: 400, message });
});

test.each([
  '"images":[{"image_url":"data:image/png;base64,iVBOR","image_url":"iVBOR"}]',
  '"images":[],"mask":{"image\\u005furl":"iVBOR"}',
])('an image that is not read in one way alone is a 400: %s', (images) => {
  const refusal = refusalOf(Operation.EDIT_IMAGES, `{"model":"m","prompt":"p",${images}}`);
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
});
