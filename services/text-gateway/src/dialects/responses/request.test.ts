import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { readRequest } from './request.ts';

const read = (body: object) => readRequest(Buffer.from(JSON.stringify({ model: 'm', ...body })));

describe('an answer is asked for', () => {
  test.each([
    { input: 'hi' },
    { prompt: { id: 'pmpt_1' } },
    { previous_response_id: 'resp_1' },
    { conversation: 'conv_1' },
    { conversation: { id: 'conv_1' }, previous_response_id: null },
  ])('by %j', (body) => {
    expect(read(body)).toMatchObject({ model: 'm', stream: false });
  });

  test('and goes on from where it says, with nothing added', () => {
    expect(read({ previous_response_id: 'resp_1' })).toMatchObject({ continues: 'resp_1' });
  });

  test.each([{}, { instructions: 'Be brief.' }, { previous_response_id: null, conversation: null }])(
    'by nothing in %j',
    (body) => {
      const refused = (() => {
        try {
          return read(body);
        } catch (error) {
          return faultOf(error);
        }
      })();
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request', param: 'input' });
    },
  );
});

test('what is sent and what is pointed at is held for, and not what is null', () => {
  const address = 'https://a.example/b';
  const content = [
    { type: 'input_image', image_url: `${address}.png`, file_id: null },
    { type: 'input_file', file_url: `${address}.pdf`, file_data: null },
    { type: 'input_image', image_url: null, file_id: 'file-1' },
  ];
  const { size } = read({
    input: [
      { role: 'user', content },
      { type: 'image_generation_call', result: null },
    ],
  });
  expect(size.imageParts).toBe(2);
});
