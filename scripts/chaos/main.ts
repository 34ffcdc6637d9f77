/**
 * `npm run chaos -- --minutes 10 --seed 1 --clients 12`: the whole system under load while its processes are killed
 * with SIGKILL, in turn and at random; afterwards the invariants of the money, joined on the sandbox's log.
 */
import { join } from 'node:path';
import { runBesideParts } from '../test/run-beside-parts.ts';

await runBesideParts(join(import.meta.dirname, 'chaos-process.ts'));
