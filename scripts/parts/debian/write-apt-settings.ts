import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Debian's packages are signed with, of any release. */
export const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Settings with which apt keeps all it writes in a folder of ours and needs no root: fresh images come without package
 * lists, and the system's are not ours to change. `status` names what is installed; nothing by default. Packages are those
 * of `release`, a Debian that need not be this one, or of the system's own sources.
 */
export function writeAptSettings(
  folder: string,
  { status = join(folder, 'status'), release }: { status?: string; release?: string } = {},
): string {
  for (const name of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'status'), '');
  const settings = join(folder, 'apt.conf');
  // As root, apt would download as a user who cannot reach this folder.
  writeFileSync(
    settings,
    `Dir::State "${folder}";
Dir::State::lists "${folder}/lists";
Dir::State::status "${status}";
Dir::Cache "${folder}/cache";
APT::Sandbox::User "root";
Debug::NoLocking "true";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear Acquire::IndexTargets;
Acquire::IndexTargets::deb::Packages { MetaKey "$(COMPONENT)/binary-$(ARCHITECTURE)/Packages"; flatMetaKey "Packages"; ShortDescription "Packages"; Description "$(RELEASE)/$(COMPONENT) $(ARCHITECTURE) Packages"; Optional "0"; };
${release === undefined ? '' : writeSources(folder, release)}`,
  );
  return settings;
}

/** Writes where the packages of a release are; gives the settings that name that alone. */
function writeSources(folder: string, release: string): string {
  const list = join(folder, 'sources.list');
  writeFileSync(list, `deb [signed-by=${keyring}] http://deb.debian.org/debian ${release} main\n`);
  return `Dir::Etc::sourcelist "${list}";\nDir::Etc::sourceparts "${folder}/none";\n`;
}
