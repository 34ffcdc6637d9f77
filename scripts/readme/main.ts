/** `npm run readme`: writes what the README says of protocols and upstreams anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.ts';
import { withProtocols } from './protocols.ts';

const file = join(repository, 'README.md');
writeFileSync(file, await withProtocols(readFileSync(file, 'utf8')));
