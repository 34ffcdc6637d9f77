import { expect, test } from 'vitest';
import { scanBody } from './scan-body.ts';

const scan = (text: string) => [...scanBody(Buffer.from(text)).members.keys()];

test.each([
  ['{"model":"small","Model":"large"}', 'Model'],
  ['{"MODEL":"large","model":"small"}', 'MODEL'],
  ['{"model":"m","toolConfig":{},"ToolConfig":{}}', 'ToolConfig'],
  ['{"model":"m","toolconfig":{},"toolConfig":{}}', 'toolConfig'],
  ['{"model":"m","me\u017f\u017fages":[],"messages":[]}', 'me\u017f\u017fages'],
  ['{"model":"m","N":100}', 'N'],
  ['{"model":"m","Max_Tokens":100000}', 'Max_Tokens'],
  ['{"model":"m","max_to\u212aens":100000}', 'max_to\u212aens'],
  ['{"model":"m","Store":true}', 'Store'],
  ['{"model":"m","Speed":"fast"}', 'Speed'],
  ['{"model":"m","Inference_Geo":"us"}', 'Inference_Geo'],
  ['{"model":"m","Models":["dear"]}', 'Models'],
  ['{"model":"m","fallbac\u212as":[{"model":"dear"}]}', 'fallbac\u212as'],
  ['{"model":"m","Container":"container_of_others"}', 'Container'],
  ['{"model":"m","Thread":{"id":"msg_1"}}', 'Thread'],
  ['{"model":"m","Tools":[]}', 'Tools'],
])('what an upstream in Go would read as another member is refused: %s', (text, name) => {
  expect(() => scan(text)).toThrow(`"${name}"`);
});

test('names in large letters are otherwise the vendor’s', () => {
  const names = ['model', 'contents', 'generationConfig', 'generation_config', 'X', 'Temperature', 'größe'];
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  expect(scan(text)).toEqual(names);
});

test('a name that is written in one way alone is the vendor’s, whatever its letters', () => {
  const names = ['model', 'top-k', 'x.y', '$schema', 'é', 'amazon-bedrock-guardrailConfig'];
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  expect(scan(text)).toEqual(names);
  expect(() => scan('{"model":"m","top-k":1,"Top-K":2}')).toThrow('"Top-K"');
  expect(() => scan('{"model":"m","Top-K":1,"top-k":2}')).toThrow('which some read');
});
