import type { Words } from '../en.ts';

export const samples: Words['samples'] = {
  label: '示例的语言',
};
