import type { Reply } from '../reply.ts';
import type { ChosenMediaFault } from './choose-fault.ts';

/** The same reply under the status or the type that the fault wants. */
export function alter(reply: Reply, fault: ChosenMediaFault | null): Reply {
  if (fault?.kind === 'accepted') return { ...reply, status: Number(fault.parameters.status) };
  if (fault?.kind !== 'octet-stream') return reply;
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/octet-stream' } };
}
