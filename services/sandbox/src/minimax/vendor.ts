import type { Identity } from '../exchange/dialect.ts';
import type { MediaVendor } from '../media/media-vendor.ts';
import { baseReply, statusReply } from './base-reply.ts';
import { errorReply, statusError } from './errors-v2.ts';

function headers({ life, number }: Identity): Record<string, string> {
  return {
    'trace-id': `02${life}${number.toString(16).padStart(22, '0')}`,
    'minimax-request-id': `${life}${number}`,
  };
}

/** MiniMax's films by version 1: Hailuo. */
export const minimax: MediaVendor = {
  name: 'minimax',
  statusPath: 'status',
  mediaPath: 'file_id',
  error: statusReply,
  moderated: () => baseReply(1026, 'video description contains sensitive content'),
  broke: () => baseReply(1008, 'insufficient balance'),
  headers,
};

/** The same by version 2: H3. */
export const minimaxV2: MediaVendor = {
  name: 'minimax-v2',
  statusPath: 'task.status',
  mediaPath: 'task.content',
  error: (status, message) => errorReply(statusError(status, message)),
  moderated: () => errorReply(statusError(422)),
  broke: () => errorReply(statusError(402)),
  headers,
};
