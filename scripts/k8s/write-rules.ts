/** Writes the alerts of `deploy/prometheus/rules/` for the Prometheus operator; a test says when it is to be run. */
import { writeFileSync } from 'node:fs';
import { makeRules, rulesFile } from './rules.ts';

writeFileSync(rulesFile, makeRules());
