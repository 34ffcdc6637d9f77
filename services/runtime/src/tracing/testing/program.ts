/** A service that does one traced thing, and stops. */
import { runService } from '../../lifecycle.ts';
import { beginSpan } from '../begin-span.ts';

await runService('one', async ({ identity, log }) => {
  log.info({ instance: identity.instance }, 'named');
  beginSpan('work', { kind: 'internal', attributes: { 'http.route': 'r-1' } }).end();
  setImmediate(() => process.kill(process.pid, 'SIGTERM'));
});
