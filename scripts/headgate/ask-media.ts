import { MediaTaskClient } from '@headgate/proto/gen/headgate/media/v1/media';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { readSecurity } from '@headgate/runtime/security/security';
import { describeServiceError } from './describe-service-error.ts';
import { meetService } from './meet-service.ts';
import { findRunningSystem } from './running-system.ts';
import { WordsError } from './words-error.ts';

/** Asks media-api; undefined where it did not answer, which is said on standard error. */
export async function askMedia<T>(ask: (client: MediaTaskClient) => Promise<T>): Promise<T | undefined> {
  const address = process.env.HEADGATE_MEDIA_ADDRESS || findRunningSystem()?.mediaAddress;
  if (!address) throw new WordsError('Nothing runs here, and HEADGATE_MEDIA_ADDRESS is missing.');
  const security = readSecurity(process.env);
  const client = connectRpc(MediaTaskClient, address, security);
  try {
    await meetService(address, security);
    return await ask(client);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const words = describeServiceError(error, 'HEADGATE_MEDIA_ADDRESS');
    process.stderr.write(`The media service at ${address} ${words}\n`);
    return undefined;
  } finally {
    client.close();
  }
}
