import type { Exchange, Outcome } from '../exchange/exchange.ts';
import { findKind } from './kinds.ts';
import { faultOfModel } from './read-fault.ts';
import type { FaultScript } from './script.ts';

/** A fault that one request is going to meet. */
export interface ChosenFault {
  kind: string;
  run(exchange: Exchange): Promise<Outcome>;
}

/** The fault in the model's name, else the scripted one that is due. The script counts the request either way. */
export function chooseFault(script: FaultScript, model: string): ChosenFault | null {
  const scripted = script.next(model);
  const kind = faultOfModel(model) ?? scripted?.kind;
  const found = kind === undefined ? null : findKind(kind);
  if (kind === undefined || !found) return null;
  const parameters = kind === scripted?.kind ? scripted.parameters : {};
  return { kind, run: (exchange) => found.run(exchange, parameters) };
}
