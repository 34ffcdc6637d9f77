import { asRole, prepareSchema } from './prepare.ts';

/**
 * Where a service's tables are: in a database that an administrator prepared (`serviceUrl`), or in a schema
 * that `ownerUrl`'s user may make.
 */
export interface DatabaseLocation {
  serviceUrl: string;
  ownerUrl: string;
  schema: string;
}

/** The URL that the service connects with. */
export function databaseUrl({ serviceUrl, ownerUrl, schema }: DatabaseLocation): string {
  if (serviceUrl !== '') return serviceUrl;
  if (ownerUrl === '') throw new Error('DATABASE_URL is missing');
  return asRole(ownerUrl, schema);
}

/** Like `databaseUrl`, after making role and schema where that is ours to do. For migrations. */
export async function preparedDatabaseUrl(location: DatabaseLocation): Promise<string> {
  if (location.serviceUrl === '' && location.ownerUrl !== '')
    await prepareSchema(location.ownerUrl, location.schema);
  return databaseUrl(location);
}
