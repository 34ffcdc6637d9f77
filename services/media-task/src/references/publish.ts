import { refuse } from '../families/refuse.ts';
import type { Reference, Source } from '../families/wish.ts';
import { insertFile } from '../sql/files.ts';
import { keepWritten } from '../store/keep-written.ts';
import { drawKey } from '../store/keys.ts';
import type { UploadContext } from '../uploads/upload-context.ts';

/** Puts a file where vendors can fetch it. Throws a FaultError that names the member where there is no such place. */
export type Publish = (
  reference: Reference,
  file: { bytes: Buffer; type: string },
  site: PublishSite,
) => Promise<Source>;

/** Whose request it is, and where clients reach the gateway. */
export interface PublishSite {
  userId: bigint;
  baseUrl: string;
}

type PublishContext = Pick<UploadContext, 'knex' | 'store'> & {
  config: Pick<UploadContext['config'], 'uploadRetentionMs'>;
};

/** Longer than a reference takes to be written. */
const writeLeaseMs = 10 * 60_000;

/** At an address that nobody can guess, for as long as uploads are kept. */
export function createPublish({ knex, store, config }: PublishContext): Publish {
  const retentionMs = config.uploadRetentionMs;
  return async ({ param = 'input_reference' }, { bytes, type }, { userId, baseUrl }) => {
    const key = drawKey('u', type);
    const url = await store.addressOf(key, { baseUrl, lifeMs: retentionMs });
    if (url === undefined) {
      refuse(
        param,
        `${param} must be a public address: this model takes no bytes, and the gateway has no address.`,
      );
    }
    await insertFile(knex, { key, purpose: 'reference', userId, type }, writeLeaseMs);
    await store.put(key, [bytes], { type, sizeBytes: bytes.length });
    await keepWritten({ knex, store }, key, { sizeBytes: bytes.length, retentionMs });
    return { url };
  };
}
