import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gunzipSync } from 'node:zlib';

const blockBytes = 512;

/**
 * Writes the files of an npm package's tarball below `target`, without the leading `package/`, that `wants`
 * says yes to. In plain code because small images come without tar.
 */
export function unpackTarball(tarball, target, wants = () => true) {
  const archive = gunzipSync(tarball);
  let longPath;
  for (let offset = 0; offset + blockBytes <= archive.length; ) {
    const header = readHeader(archive.subarray(offset, offset + blockBytes));
    if (header === undefined) break;
    const content = archive.subarray(offset + blockBytes, offset + blockBytes + header.sizeBytes);
    offset += blockBytes + Math.ceil(header.sizeBytes / blockBytes) * blockBytes;
    if (header.type === 'x') {
      longPath = readExtendedPath(content);
      continue;
    }
    const path = normalize((longPath ?? header.path).replace(/^[^/]+\//, ''));
    longPath = undefined;
    if (header.type !== '0' || path.startsWith('..') || !wants(path)) continue;
    writeEntry(join(target, path), content, header.mode);
  }
}

function readHeader(block) {
  const text = (from, length) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const name = text(0, 100);
  if (name === '') return undefined;
  const prefix = text(345, 155);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    mode: Number.parseInt(text(100, 8), 8),
    sizeBytes: Number.parseInt(text(124, 12), 8) || 0,
    type: text(156, 1) || '0',
  };
}

/** A path too long for the header, from the records `<length> <name>=<value>` before the entry. */
function readExtendedPath(content) {
  return /^\d+ path=(.*)$/m.exec(content.toString('utf8'))?.[1];
}

function writeEntry(path, content, mode) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  // Set apart from writing, so that a strict umask does not hide tools from other users.
  chmodSync(path, mode & 0o111 ? 0o755 : 0o644);
}
