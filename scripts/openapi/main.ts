/**
 * `npm run openapi`: writes the types by which the console asks the session API. With `--check` it writes nothing and
 * fails when those that are committed are not what the routes and operations say.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../start/repository.ts';
import { readDocument } from './read-document.ts';
import { writeTypes } from './write-types.ts';

const path = 'services/console/src/api/schema.ts';
const file = join(repository, path);

const types = writeTypes(readDocument(), '/api/');
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) {
    process.stderr.write(`${path} is stale: run \`npm run openapi\`\n`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);
}
