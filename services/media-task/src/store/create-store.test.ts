import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readWorkerConfig, type StoreConfig } from '../config.ts';
import { createStore } from './create-store.ts';

const env = {
  NATS_URL: 'nats://nats:4222',
  HEADGATE_LEDGER_ADDRESS: 'ledger:9090',
  HEADGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

function configOf(variables: Record<string, string>): StoreConfig {
  return readWorkerConfig({ ...env, ...variables });
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder that is not there yet is made', () => {
  const storeDir = join(createFolder(), 'a', 'b');
  createStore(configOf({ HEADGATE_STORE_DIR: storeDir }));
  expect(existsSync(storeDir)).toBe(true);
});

test('a place that nothing can be written to is named at once', () => {
  const file = join(createFolder(), 'file');
  writeFileSync(file, '');
  for (const storeDir of [file, join(file, 'below')])
    expect(() => createStore(configOf({ HEADGATE_STORE_DIR: storeDir }))).toThrow(
      'HEADGATE_STORE_DIR must be a folder that this process may write to: E',
    );
});

test('without a folder and a bucket both are named', () => {
  expect(() => createStore(configOf({}))).toThrow('HEADGATE_STORE_DIR or HEADGATE_S3_BUCKET is missing');
});
