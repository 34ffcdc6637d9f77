/** The tables of the README that say what is served and what of it is tested, for `npm run readme`. */
import { surfaces } from '../surfaces/index.ts';
import { upstreams } from '../upstreams/index.ts';
import { describeMatrix } from './matrix-table.ts';
import { readFixtures } from './read-fixture.ts';
import { describeSurfaces } from './surface-table.ts';
import { describeUpstreams } from './upstream-table.ts';

// The matrix test walks these, and fails where it has walked fewer.
const matrix = describeMatrix(({ client, upstream }) => ({
  requests: readFixtures(client).length,
  answers: readFixtures(upstream).length,
}));
const beyond = describeSurfaces(surfaces, upstreams);
process.stdout.write([...describeUpstreams(upstreams), '', ...beyond, '', ...matrix, ''].join('\n'));
