import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('a line is JSON with service, level and time; secrets in it are not', () => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(line) });
  log.info(
    { requestId: 'r1', password: 'p', headers: { authorization: 'Bearer x', 'x-api-key': 'y' } },
    'hello',
  );
  log.debug('not shown');
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    service: 'test',
    level: 'info',
    msg: 'hello',
    requestId: 'r1',
    password: '[secret]',
  });
  expect(line.headers).toEqual({ authorization: '[secret]', 'x-api-key': '[secret]' });
  expect(Date.parse(line.time)).not.toBeNaN();
});
