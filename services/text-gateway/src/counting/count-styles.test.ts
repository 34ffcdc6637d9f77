import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { countStyles } from './count-styles.ts';

const inner = { contents: [{ parts: [{ text: 'a' }] }] };
const requestIn = (body: object) =>
  JSON.parse(countStyles['generate-content']?.requestIn(Buffer.from(JSON.stringify(body))).toString() ?? '');

test.each([
  inner,
  { generateContentRequest: inner },
  { generate_content_request: inner },
  { ...inner, generateContentRequest: null },
  { generateContentRequest: null, generate_content_request: inner },
])('what Google is asked to count is found in either spelling: %j', (body) => {
  expect(requestIn(body)).toMatchObject(inner);
});

test.each([
  ['generateContentRequest', { generateContentRequest: 'x' }],
  ['generate_content_request', { generate_content_request: [inner] }],
  ['generate_content_request', { generateContentRequest: inner, generate_content_request: inner }],
])('a bad %s is a 400 that names it: %j', (param, body) => {
  const refused = (() => {
    try {
      requestIn(body);
    } catch (error) {
      return faultOf(error);
    }
  })();
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param });
});
