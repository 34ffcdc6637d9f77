/**
 * `npm run drill -- restore` and `npm run drill -- rotate`: what a platform team exercises before it must be done. The system
 * runs under load meanwhile; raw counts are printed, and the command fails when anything was lost.
 */
import { join } from 'node:path';
import { runBesideParts } from '../test/run-beside-parts.ts';

await runBesideParts(join(import.meta.dirname, 'drill-process.ts'));
