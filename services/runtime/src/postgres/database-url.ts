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
  if (serviceUrl !== '') return inSchema(serviceUrl, schema);
  if (ownerUrl === '') throw new Error('DATABASE_URL is missing');
  return asRole(ownerUrl, schema);
}

/** An administrator's address need not say in which schema the tables are. */
function inSchema(serviceUrl: string, schema: string): string {
  const url = new URL(serviceUrl);
  const options = url.searchParams.get('options') ?? '';
  if (options.includes('search_path')) return serviceUrl;
  url.searchParams.set('options', `${options} -c search_path=${schema}`.trim());
  return url.href;
}

/** Like `databaseUrl`, after making role and schema where that is ours to do. For migrations. */
export async function preparedDatabaseUrl(location: DatabaseLocation): Promise<string> {
  if (location.serviceUrl === '' && location.ownerUrl !== '')
    await prepareSchema(location.ownerUrl, location.schema);
  return databaseUrl(location);
}
