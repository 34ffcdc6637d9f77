import { HealthClient } from '@headgate/proto/gen/grpc/health/v1/health';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import type { Security } from '@headgate/runtime/security/security';

/**
 * Rejects as `call` does where no service says within five seconds that it is there. A process that hangs can be connected
 * to, and what it is asked next may be given an hour.
 */
export async function meetService(address: string, security: Security): Promise<void> {
  const client = connectRpc(HealthClient, address, security);
  try {
    await call(client, client.check, { service: '' });
  } finally {
    client.close();
  }
}
