import type { IProbe } from 'kubernetes-models/v1/Probe';
import { type Manifest, workloadsOf } from '../manifest.ts';

/** Every container that goes on has three probes, each of which asks a port that is there, and none asks too much. */
export function probed(manifest: Manifest): string[] {
  const running = workloadsOf(manifest).filter(({ kind }) => kind !== 'Job');
  return running.flatMap(({ name, containers, isOurs }) =>
    containers.flatMap((container) => {
      const { startupProbe, readinessProbe, livenessProbe, ports = [] } = container;
      const title = `${name}/${container.name}`;
      const missing = Object.entries({ startupProbe, readinessProbe, livenessProbe })
        .filter(([, probe]) => probe === undefined)
        .map(([probe]) => `${title} has no ${probe}`);
      const aside = [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => {
        const asked = portOf(probe);
        const isThere = ports.some(
          ({ name: word, containerPort }) => asked === word || asked === containerPort,
        );
        return asked === undefined || isThere ? [] : [`${title} is asked at ${asked}, where nobody listens`];
      });
      const problems = [...missing, ...aside];
      if (!isOurs) return problems;
      if (livenessProbe?.httpGet?.path !== '/healthz')
        problems.push(`${title} is restarted for what a restart does not mend`);
      if (startupProbe?.httpGet?.path !== '/healthz')
        problems.push(`${title} is restarted while it waits for others`);
      const isSecured = container.env?.some(({ name: variable }) => variable === 'HEADGATE_TLS_DIR') ?? false;
      const servesRpc = ports.some(({ name: word }) => word === 'grpc');
      if (readinessProbe?.grpc !== undefined && isSecured)
        problems.push(`${title} is asked by a gRPC probe, which speaks no TLS`);
      const isAskedRight =
        servesRpc && !isSecured
          ? readinessProbe?.grpc?.port === 9090
          : readinessProbe?.httpGet?.path === '/readyz';
      if (!isAskedRight) problems.push(`${title} is not asked whether it is ready to serve`);
      return problems;
    }),
  );
}

function portOf(probe: IProbe | undefined): string | number | undefined {
  return probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
}
