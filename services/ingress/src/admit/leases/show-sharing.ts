import { Counter, Gauge, type Registry } from '@headgate/runtime/metrics';
import type { Sharing } from './sharing.ts';

/** Shows how the sharing of limits goes. What is counted on the way of requests is read when somebody asks. */
export function showSharing(registry: Registry, { link, counts }: Sharing): void {
  const registers = [registry];
  new Gauge({
    name: 'headgate_ingress_limits_shared',
    help: 'Whether limits hold for all replicas together: 1, or 0 while Valkey does not answer.',
    registers,
    collect() {
      this.set(link.isJoined() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'headgate_ingress_limit_replicas',
    help: 'Replicas that share limits, as Valkey said last.',
    registers,
    collect() {
      this.set(link.replicas());
    },
  });
  new Counter({
    name: 'headgate_ingress_limit_decisions_total',
    help: 'Decisions on shared limits: by memory, on credit while Valkey was asked, after waiting for it, or alone.',
    labelNames: ['by'],
    registers,
    collect() {
      this.reset();
      for (const by of ['memory', 'credit', 'waited', 'alone'] as const) this.inc({ by }, counts[by]);
    },
  });
  new Counter({
    name: 'headgate_ingress_limit_leases_total',
    help: 'Questions to Valkey about limits, answered or not.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'answered' }, counts.leases);
      this.inc({ outcome: 'failed' }, counts.failedLeases);
    },
  });
}
