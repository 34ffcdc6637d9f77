import { createScript, type Script } from './create-script.ts';

/** A fault that somebody asked for over HTTP. */
export interface ScriptedFault {
  /** `*` for every model. */
  model: string;
  kind: string;
  /** Counted from the moment it was scripted; null for every request. */
  nth: number | null;
  parameters: Record<string, number>;
}

/** What requests for models meet, by the model's name. */
export type FaultScript = Script<ScriptedFault, string>;

export function createFaultScript(): FaultScript {
  return createScript((fault, model) => fault.model === model || fault.model === '*');
}
