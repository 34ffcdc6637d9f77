/** The document that `/openapi.json` serves, for `npm run openapi`: account's operations come from standard input. */
import { buffer } from 'node:stream/consumers';
import { routes } from '../routes/routes.ts';
import { buildDocument } from './build-document.ts';
import { readOperations } from './described-operation.ts';

process.stdout.write(JSON.stringify(buildDocument(routes, readOperations(await buffer(process.stdin)))));
