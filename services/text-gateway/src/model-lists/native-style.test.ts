import { expect, test } from 'vitest';
import { nativeStyle } from './native-style.ts';

test('a model is named as a resource, with all that can be asked of it', () => {
  expect(nativeStyle.encodeModelList([{ id: 'm', ownedBy: 'gemini' }])).toEqual({
    models: [
      {
        name: 'models/m',
        version: '001',
        displayName: 'm',
        supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
      },
    ],
  });
});
