import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './ui/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApiCache } from './api/cache.ts';
import { App } from './app.tsx';
import { readNonce } from './ui/nonce.ts';
import { startLanguages } from './words/languages.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const words = await startLanguages();
createRoot(root).render(
  <StrictMode>
    <App cache={createApiCache()} words={words} nonce={readNonce()} />
  </StrictMode>,
);
