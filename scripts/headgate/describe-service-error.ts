import { type ServiceError, status } from '@grpc/grpc-js';

/** Why a service did not answer a call, as the end of a sentence; `setting` is what says where it answers. */
export function describeServiceError({ code, details }: ServiceError, setting: string): string {
  if (code === status.UNAVAILABLE) return `does not answer. Start it, or set ${setting}.`;
  if (code === status.DEADLINE_EXCEEDED) return 'did not answer in time. Restart it where it hangs.';
  return `failed (${status[code]}: ${details}). Its log says why.`;
}
