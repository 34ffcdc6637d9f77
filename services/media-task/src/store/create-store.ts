import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from '@headgate/runtime/config';
import type { StoreConfig } from '../config.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';
import type { Store } from './store.ts';

/** A bucket where one is named, else a folder, which must be there to be written to. */
export function createStore(config: StoreConfig): Store {
  if (config.s3Bucket === '') {
    if (config.storeDir === '')
      throw new ConfigError(['HEADGATE_STORE_DIR or HEADGATE_S3_BUCKET is missing']);
    requireFolder(config.storeDir);
    return createLocalStore(config.storeDir);
  }
  if (config.s3Endpoint === '') throw new ConfigError(['HEADGATE_S3_ENDPOINT is missing']);
  return createS3Store({
    egress: config.egress,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    bucket: config.s3Bucket,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    prefix: config.s3Prefix === '' ? '' : `${config.s3Prefix.replace(/^\/|\/$/g, '')}/`,
    pathStyle: config.s3PathStyle,
    publicUrl: config.s3PublicUrl.replace(/\/$/, ''),
  });
}

function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`HEADGATE_STORE_DIR must be a folder that this process may write to: ${why}`]);
  }
}
