import type { BodyRoom } from '@headgate/runtime/body-room';
import type { Service } from '@headgate/runtime/lifecycle';
import { Gauge } from '@headgate/runtime/metrics';

/** Shows what open requests hold. */
export function observeBodies({ metrics }: Pick<Service, 'metrics'>, bodies: BodyRoom): void {
  new Gauge({
    name: 'headgate_text_body_bytes',
    help: 'What bodies of more than 64 KB of open requests hold.',
    registers: [metrics],
    collect() {
      this.set(bodies.heldBytes());
    },
  });
}
