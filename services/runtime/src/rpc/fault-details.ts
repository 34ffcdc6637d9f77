import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { shorten } from '@headgate/proto/faults';
import { Fault, StatusDetails } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '../errors.ts';

const detailsKey = 'grpc-status-details-bin';
const faultTypeUrl = 'type.googleapis.com/headgate.fault.v1.Fault';

/** The gRPC status for what a handler threw: a fault travels with all its members, of long words the beginning; anything else says nothing. */
export function toStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof FaultError)) return { code: status.INTERNAL, details: 'internal error' };
  const fault = fitTrailer(error.fault);
  const code = toGrpcCode(fault.status);
  const metadata = new Metadata();
  const details = StatusDetails.encode({
    code,
    message: fault.message,
    details: [{ typeUrl: faultTypeUrl, value: Buffer.from(Fault.encode(fault).finish()) }],
  }).finish();
  metadata.set(detailsKey, Buffer.from(details));
  // The words travel in the details: grpc-message would be cut and escaped.
  return { code, details: 'fault', metadata };
}

/** Of 3 bytes a character, three times, in base64: 48 KB of the 64 KB that trailers have. A name that a client sent may fill megabytes. */
const longestText = 4_000;

function fitTrailer(fault: Fault): Fault {
  return { ...fault, message: shorten(fault.message, longestText), param: shorten(fault.param, longestText) };
}

/** The fault that a failed call carried, or undefined when the failure is not one. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof FaultError) return error.fault;
  const [value] = isServiceError(error) ? error.metadata.get(detailsKey) : [];
  if (!Buffer.isBuffer(value)) return undefined;
  const detail = StatusDetails.decode(value).details.find(({ typeUrl }) => typeUrl === faultTypeUrl);
  return detail && Fault.decode(detail.value);
}

/** Whether a call failed with a status, be it the service's or that of the way there. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error && 'code' in error && 'metadata' in error && error.metadata instanceof Metadata
  );
}

const grpcCodes: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  402: status.RESOURCE_EXHAUSTED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.ABORTED,
  413: status.OUT_OF_RANGE,
  429: status.RESOURCE_EXHAUSTED,
  499: status.CANCELLED,
  501: status.UNIMPLEMENTED,
  503: status.UNAVAILABLE,
  504: status.DEADLINE_EXCEEDED,
};

function toGrpcCode(httpStatus: number): status {
  return grpcCodes[httpStatus] ?? (httpStatus < 500 ? status.FAILED_PRECONDITION : status.INTERNAL);
}
