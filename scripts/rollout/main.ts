/**
 * `npm run rollout -- --streams 200 --rounds 2`: the production shape on one machine, behind a balancer, every service
 * restarted under load as a Deployment does it; afterwards what clients saw, and the books.
 */
import { join } from 'node:path';
import { runBesideParts } from '../test/run-beside-parts.ts';

await runBesideParts(join(import.meta.dirname, 'rollout-process.ts'));
