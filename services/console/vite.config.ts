import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { listPackages } from './build/list-packages.ts';
import { precompress } from './build/precompress.ts';

/** Where a running Headgate answers, while pages are worked on with `vite`. */
const gateway = process.env.HEADGATE_URL ?? 'http://127.0.0.1:8080';

/** Asked as from its own pages. */
const proxied = { target: gateway, changeOrigin: true, headers: { origin: gateway } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), precompress(), listPackages()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'baseline-widely-available',
    // The whole of it is served as files; nothing inlined needs another exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // What two pages share is one file: by default each is split by who shares it, and a page asked for 85 of them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
  },
  // Where `localhost` is IPv6 alone, the address would not answer, and the other way round browsers try both.
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/mj', '/pg', '/v1'].map((path) => [path, proxied])),
  },
});
