import type { ApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';

/** As much of an api as uploads need. */
export interface UploadContext extends Pick<ApiContext, 'knex' | 'log' | 'store'> {
  config: Pick<ApiConfig, 'uploadLifeMs' | 'uploadRetentionMs' | 'uploadsPerMinute' | 'uploadUserBytes'>;
}
