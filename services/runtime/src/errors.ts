import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** A Fault on its way to the caller. Anything else that is thrown is a defect and is logged where handled. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}
