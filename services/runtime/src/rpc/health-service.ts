import { status } from '@grpc/grpc-js';
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  type HealthServer,
  HealthService,
  HealthCheckResponse_ServingStatus as Serving,
} from '@headgate/proto/gen/grpc/health/v1/health';
import type { Service } from '../lifecycle.ts';
import { wait } from '../wait.ts';
import { serverStream } from './handler.ts';
import type { RpcService } from './server.ts';

const watchMs = 500;

/** Says over gRPC what /readyz says: for probes, and for balancers that speak gRPC. The process is its only service. */
export function healthService({
  health,
  log,
  stopping,
}: Pick<Service, 'health' | 'log' | 'stopping'>): RpcService {
  const current = (): HealthCheckResponse => ({
    status: health.report().ready ? Serving.SERVING : Serving.NOT_SERVING,
  });
  const check: HealthServer['check'] = ({ request }, callback) => {
    if (request.service === '') callback(null, current());
    else callback({ code: status.NOT_FOUND, details: 'Only the whole process is known, by an empty name.' });
  };
  /** Ends when the process stops: who watches would hold the stop up for as long as open calls may take. */
  const watch = async (
    { service }: HealthCheckRequest,
    send: (response: HealthCheckResponse) => void,
    gone: AbortSignal,
  ): Promise<void> => {
    const ended = AbortSignal.any([gone, stopping]);
    let said: number | undefined;
    const sayChange = (): void => {
      const now = service === '' ? current() : { status: Serving.SERVICE_UNKNOWN };
      if (now.status !== said) send(now);
      said = now.status;
    };
    while (!ended.aborted) {
      sayChange();
      await wait(watchMs, ended).catch(() => undefined);
    }
    if (!gone.aborted) sayChange();
  };
  return {
    definition: HealthService,
    implementation: { check, watch: serverStream(log, watch) },
  };
}
