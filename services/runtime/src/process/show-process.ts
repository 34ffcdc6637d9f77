import { Gauge, type Registry } from 'prom-client';
import type { Health } from '../health.ts';
import { version } from '../version.ts';

/** Shows of a process what every process has: which version it is, and whether it serves. */
export function showProcess(metrics: Registry, health: Health): void {
  const registers = [metrics];
  new Gauge({
    name: 'headgate_build_info',
    help: 'Always 1; its label says which version runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'headgate_process_ready',
    help: 'What /readyz says: 1 where the process serves, 0 where it starts, waits for something or stops.',
    registers,
    collect() {
      this.set(health.report().ready ? 1 : 0);
    },
  });
}
