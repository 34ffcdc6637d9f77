import { faultOfModel } from '../../faults/read-fault.ts';
import { findMediaKind, type Parameters } from './fault-kinds.ts';
import type { MediaFaultScript, Met } from './fault-script.ts';

/** A fault that one request is going to meet, with all its parameters. */
export interface ChosenMediaFault {
  kind: string;
  parameters: Parameters;
}

/** The fault in the model's name, else the scripted one that is due. The script counts the request either way. */
export function chooseMediaFault(script: MediaFaultScript, met: Met): ChosenMediaFault | null {
  const scripted = script.next(met);
  const named = faultOfModel(met.model);
  const isNamed = named !== null && findMediaKind(named)?.on[0] === met.on;
  const kind = isNamed ? named : scripted?.kind;
  const found = kind === undefined ? null : findMediaKind(kind);
  if (kind === undefined || !found) return null;
  return { kind, parameters: { ...found.defaults, ...(isNamed ? {} : scripted?.parameters) } };
}
