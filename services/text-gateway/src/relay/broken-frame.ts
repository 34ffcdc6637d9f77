import { fault } from '@headgate/proto/faults';
import type { Surface } from '../surfaces/surface.ts';

const broken = fault('upstream_cut', { message: 'The answer broke off.' });

/** What a client gets, in the middle of a stream, when no more will come. */
export function brokenFrameOf({ passage }: Surface): Buffer {
  return passage.encodeErrorFrame(broken);
}
