import type { Service } from '@headgate/runtime/lifecycle';
import { Counter } from '@headgate/runtime/metrics';
import type { FetchOutcome } from './outcomes.ts';

/** All that is told of fetches: addresses may hold secrets, and are written nowhere. */
export function createFetchCounter({ metrics }: Pick<Service, 'metrics'>): (outcome: FetchOutcome) => void {
  const fetches = new Counter({
    name: 'headgate_text_media_fetches_total',
    help: 'Images and files that were to be fetched from addresses that clients gave, by what became of it',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  return (outcome) => fetches.inc({ outcome });
}
