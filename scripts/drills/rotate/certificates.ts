import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestAuthority, type TestAuthority } from '@headgate/runtime/testing/certificates';

const files = ['tls.crt', 'tls.key', 'ca.crt'];

/** The certificates of services, in folders that change in one step, as mounted Secrets do. */
export interface Certificates {
  folderOf(service: string): string;
  /** Certificates anew, from the same authority. */
  renew(): Promise<void>;
  /** Another authority: both are believed, then certificates are of the new one, then it alone is believed. */
  believeNext(): Promise<void>;
  useNext(): Promise<void>;
  forgetPrevious(): void;
}

export async function createCertificates(
  directory: string,
  services: readonly string[],
): Promise<Certificates> {
  let authority = await createTestAuthority();
  let next: TestAuthority | undefined;
  let believed = '';
  let version = 0;

  const folderOf = (service: string): string => join(directory, service);

  /** Writes what a service shows, and whom it believes where that is not its authority alone. */
  async function issue(from: TestAuthority, service: string, authorities?: string): Promise<void> {
    version += 1;
    const folder = join(folderOf(service), `..version-${version}`);
    await from.issue(folder, service);
    if (authorities !== undefined) writeFileSync(join(folder, 'ca.crt'), authorities);
    swap(folderOf(service), folder);
  }

  /** Keeps what a service shows, and changes whom it believes. */
  function believe(service: string, authorities: string): void {
    version += 1;
    const folder = join(folderOf(service), `..version-${version}`);
    mkdirSync(folder, { recursive: true });
    for (const name of files) writeFileSync(join(folder, name), readFileSync(join(folderOf(service), name)));
    writeFileSync(join(folder, 'ca.crt'), authorities);
    swap(folderOf(service), folder);
  }

  const issueAll = async (from: TestAuthority, authorities?: string): Promise<void> => {
    for (const service of services) await issue(from, service, authorities);
  };

  await issueAll(authority);
  const rootOf = async (of: TestAuthority): Promise<string> => {
    const folder = join(directory, 'root');
    await of.issue(folder, 'nobody');
    const root = readFileSync(join(folder, 'ca.crt'), 'utf8');
    rmSync(folder, { recursive: true });
    return root;
  };

  return {
    folderOf,
    renew: () => issueAll(authority),
    async believeNext() {
      next = await createTestAuthority();
      believed = `${await rootOf(authority)}\n${await rootOf(next)}`;
      for (const service of services) believe(service, believed);
    },
    async useNext() {
      if (next) await issueAll(next, believed);
      authority = next ?? authority;
      believed = await rootOf(authority);
    },
    forgetPrevious() {
      for (const service of services) believe(service, believed);
    },
  };
}

function swap(folder: string, version: string): void {
  const current = join(folder, '..data');
  symlinkSync(version, `${current}.new`);
  renameSync(`${current}.new`, current);
  for (const name of files) {
    rmSync(join(folder, `${name}.new`), { force: true });
    symlinkSync(join('..data', name), join(folder, `${name}.new`));
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
}
