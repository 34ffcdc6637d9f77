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
