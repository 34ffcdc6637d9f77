import { setTimeout as wait } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  type HealthServer,
  HealthService,
  HealthCheckResponse_ServingStatus as Serving,
} from '@headgate/proto/gen/grpc/health/v1/health';
import type { Health } from '../health.ts';
import type { Log } from '../log.ts';
import { serverStream } from './handler.ts';
import type { RpcService } from './server.ts';

const watchMs = 500;

/** Says over gRPC what /readyz says: for probes, and for balancers that speak gRPC. The process is its only service. */
export function healthService({ health, log }: { health: Health; log: Log }): RpcService {
  const current = (): HealthCheckResponse => ({
    status: health.report().ready ? Serving.SERVING : Serving.NOT_SERVING,
  });
  const check: HealthServer['check'] = ({ request }, callback) => {
    if (request.service === '') callback(null, current());
    else callback({ code: status.NOT_FOUND, details: 'Only the whole process is known, by an empty name.' });
  };
  const watch = async (
    { service }: HealthCheckRequest,
    send: (response: HealthCheckResponse) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    let said: number | undefined;
    while (!signal.aborted) {
      const now = service === '' ? current() : { status: Serving.SERVICE_UNKNOWN };
      if (now.status !== said) send(now);
      said = now.status;
      await wait(watchMs, undefined, { signal });
    }
  };
  return {
    definition: HealthService,
    implementation: { check, watch: serverStream(log, watch) },
  };
}
