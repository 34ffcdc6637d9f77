import { createHash } from 'node:crypto';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { type Fields, UploadedFile } from '../families/fields.ts';

/**
 * What a request asks, whatever the order of its members and the boundary of its form: clients that ask again write both
 * anew.
 */
export function hashRequest(
  { operation, action, taskId }: Pick<HandleRequest, 'operation' | 'action' | 'taskId'>,
  fields: Fields,
): Buffer {
  const content = JSON.stringify([operation, action, taskId, fields], (_name, value: unknown) => {
    if (value instanceof UploadedFile) return createHash('sha256').update(value.bytes).digest('base64');
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  });
  return createHash('sha256').update(content).digest();
}
