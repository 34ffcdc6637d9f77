import 'i18next';
import type { Words } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: Words };
  }
}
