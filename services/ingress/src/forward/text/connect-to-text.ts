import { TextGatewayClient } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Service } from '@headgate/runtime/lifecycle';
import { Gauge } from '@headgate/runtime/metrics';
import { connectReplica, watchReplicas } from '@headgate/runtime/rpc/replicas';
import type { Config } from '../../config.ts';
import { carryByCalls } from './calls.ts';
import { createLinks } from './link/links.ts';
import { carryToText, type TextGateway } from './text-gateway.ts';

/** The way to all pods of text-gateway: by links where they take a request, in calls otherwise. */
export function connectToText(
  client: TextGatewayClient,
  { log, metrics, security, onStop }: Pick<Service, 'log' | 'metrics' | 'security' | 'onStop'>,
  { textLink, textGatewayAddress }: Config,
): TextGateway {
  const calls = carryByCalls(client);
  if (!textLink) return carryToText([calls]);
  const links = createLinks({
    watch: (onReplicas) => watchReplicas(textGatewayAddress, onReplicas),
    connect: (replica) => connectReplica(TextGatewayClient, replica, security),
    log,
  });
  onStop('links to text-gateway', links.stop);
  new Gauge({
    name: 'headgate_ingress_text_links',
    help: 'Pods of text-gateway that take requests over a shared stream. With none, each request is a call of its own.',
    registers: [metrics],
    collect() {
      this.set(links.readyCount());
    },
  });
  return carryToText([links, calls]);
}
