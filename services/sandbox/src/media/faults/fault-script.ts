import { createScript, type Script } from '../../faults/create-script.ts';
import type { Occasion } from '../media-log.ts';

/** A fault that somebody asked for over HTTP. */
export interface MediaFault {
  kind: string;
  on: Occasion;
  /** `*` for every vendor. */
  vendor: string;
  /** `*` for every model. */
  model: string;
  /** Counted from the moment it was scripted; null for every request. */
  nth: number | null;
  parameters: Record<string, number | string>;
}

export interface Met {
  on: Occasion;
  vendor: string;
  model: string;
}

/** What requests to vendors of pictures and films meet. */
export type MediaFaultScript = Script<MediaFault, Met>;

export function createMediaFaultScript(): MediaFaultScript {
  return createScript(concerns);
}

function concerns(fault: MediaFault, { on, vendor, model }: Met): boolean {
  return (
    fault.on === on &&
    (fault.vendor === '*' || fault.vendor === vendor) &&
    (fault.model === '*' || fault.model === model)
  );
}
