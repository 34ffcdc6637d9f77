import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';

export function callerOf({ caller }: HandleRequest): Caller {
  if (!caller) throw new Error('a request came without its caller');
  return caller;
}
