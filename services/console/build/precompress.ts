import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg)$/;
/** Smaller ones fit into a packet or two as they are. */
const smallestBytes = 1_024;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a compressed twin beside every asset, so that serving costs no processor. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((candidate) => compressible.test(candidate))) {
        const file = join(assets, name);
        const bytes = readFileSync(file);
        if (bytes.length < smallestBytes) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
