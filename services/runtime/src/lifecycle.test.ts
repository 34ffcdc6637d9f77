import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestAuthority } from './testing/certificates.ts';

const dir = mkdtempSync(join(tmpdir(), 'headgate-lifecycle-'));
afterAll(() => rmSync(dir, { recursive: true }));
const lifecycle = new URL('./lifecycle.ts', import.meta.url).href;

/** Runs a process with this body of `start`, sends the signals, and gives what it wrote and how it ended. */
async function run(body: string, signals: NodeJS.Signals[] = [], env: object = {}) {
  const file = join(dir, `${Math.random().toString(36).slice(2)}.ts`);
  writeFileSync(
    file,
    `import { runService } from '${lifecycle}';\nawait runService('test', async (service) => {${body}});\n`,
  );
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...env } });
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
    if (output.includes('"started"')) for (const signal of signals.splice(0)) child.kill(signal);
  });
  child.stderr.on('data', (bytes) => {
    output += bytes;
  });
  const [code] = await once(child, 'exit');
  return { code, output };
}

test('the stop runs its steps in reverse order and ends well', async () => {
  const { code, output } = await run(
    `for (const name of ['first', 'second']) service.onStop(name, () => console.log('stop ' + name));
     service.onStop('broken', () => { throw new Error('oops') });`,
    ['SIGTERM'],
  );
  expect(code).toBe(0);
  expect(output.indexOf('stop second')).toBeGreaterThan(0);
  expect(output.indexOf('stop first')).toBeGreaterThan(output.indexOf('stop second'));
  expect(output).toContain('a step of the stop failed');
});

test('readiness is gone before the first step of the stop', async () => {
  const { output } = await run(
    `service.onStop('look', () => console.log(JSON.stringify(service.health.report())));`,
    ['SIGTERM'],
  );
  expect(output).toContain('{"ready":false,"waitingFor":["draining"]}');
});

test('a process that is not ready any more serves on for the pause, and only then stops', async () => {
  const { output } = await run(
    `service.draining.addEventListener('abort', () => {
       console.log('draining, stopping: ' + service.stopping.aborted);
       setTimeout(() => console.log('served on'), 50);
     });
     service.onStop('look', () => console.log('the first step'));`,
    ['SIGTERM'],
    { HEADGATE_STOP_PAUSE_MS: '1000' },
  );
  expect(output).toMatch(/draining, stopping: false\n.*served on\n.*the first step\n/s);
});

test('SIGINT stops a process without the pause', async () => {
  const { code, output } = await run(
    `service.onStop('look', () => console.log('the first step'));`,
    ['SIGINT'],
    { HEADGATE_STOP_PAUSE_MS: '3600000' },
  );
  expect(code).toBe(0);
  expect(output).toContain('the first step');
});

test('a process that gives up runs its stop and ends with status 1', async () => {
  const { code, output } = await run(
    `service.onStop('clean', () => console.log('cleaned')); setTimeout(() => service.giveUp('no flour'), 10);`,
  );
  expect(code).toBe(1);
  expect(output).toContain('no flour');
  expect(output).toContain('cleaned');
});

test('a process that gives up again while it stops ends in good order all the same', async () => {
  const { code, output } = await run(
    `service.onStop('open requests', async () => {
       service.giveUp('no flour');
       await new Promise((resolve) => setTimeout(resolve, 50));
       console.log('cleaned');
     });
     setTimeout(() => { service.giveUp('no flour'); service.giveUp('no flour'); }, 10);`,
  );
  expect(code).toBe(1);
  expect(output).toContain('cleaned');
});

test('what gives up while the process was asked to stop cuts nothing short', async () => {
  const { code, output } = await run(
    `service.draining.addEventListener('abort', () => setTimeout(() => service.giveUp('no flour'), 10));
     service.onStop('open requests', () => console.log('cleaned'));`,
    ['SIGTERM'],
    { HEADGATE_STOP_PAUSE_MS: '200' },
  );
  expect(code).toBe(0);
  expect(output).toContain('cleaned');
});

test('a signal to a process that gives up leaves it its good order, and a second one does not', async () => {
  const body = `console.log('"started"');
    service.giveUp('no flour');
    service.onStop('open requests', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      console.log('cleaned');
    });`;
  const once = await run(body, ['SIGTERM']);
  expect(once.code).toBe(1);
  expect(once.output).toContain('cleaned');
  const twice = await run(body, ['SIGTERM', 'SIGINT']);
  expect(twice.code).toBe(1);
  expect(twice.output).toContain('stopping at once');
  expect(twice.output).not.toContain('cleaned');
});

test('a start that fails ends the process with words', async () => {
  const { code, output } = await run(`throw new Error('no oven');`);
  expect(code).toBe(1);
  expect(output).toContain('no oven');
});

test('a start that is broken off by a stop ends in good order', async () => {
  const { code, output } = await run(
    `service.onStop('clean', () => console.log('cleaned'));
     console.log('"started"');
     await new Promise((_, reject) => {
       service.stopping.addEventListener('abort', () => reject(service.stopping.reason));
     });`,
    ['SIGTERM'],
  );
  expect(code).toBe(0);
  expect(output).toContain('cleaned');
  expect(output).not.toContain('could not start');
});

test('an error that nobody handled ends the process', async () => {
  const { code, output } = await run(
    `setTimeout(() => { throw new Error('burnt') }, 10); setInterval(() => {}, 1000);`,
  );
  expect(code).toBe(1);
  expect(output).toContain('burnt');
});

test('a bad environment is told at once', async () => {
  const { code, output } = await run('', [], { HEADGATE_OPERATIONS_PORT: 'x', HEADGATE_LOG_LEVEL: 'loud' });
  expect(code).toBe(1);
  expect(output).toContain('HEADGATE_OPERATIONS_PORT must be');
  expect(output).toContain('HEADGATE_LOG_LEVEL must be');
});

test('certificates that cannot be used are told in the log, once, and so are those that take their place', async () => {
  const authority = await createTestAuthority();
  const tlsDir = join(dir, 'tls');
  const [now, next] = [
    await authority.issue(tlsDir, 'test'),
    await authority.issue(join(dir, 'next'), 'test'),
  ];
  const { output } = await run(
    `const { copyFileSync } = await import('node:fs');
     const { watchTlsFiles } = await import('${new URL('./security/watch-files.ts', import.meta.url).href}');
     copyFileSync('${next.certificate}', '${now.certificate}');
     watchTlsFiles(
       service.security.tls,
       () => service.giveUp('the files are whole'),
       () => copyFileSync('${next.key}', '${now.key}'),
     );`,
    [],
    { HEADGATE_TLS_DIR: tlsDir, HEADGATE_TLS_REREAD_MS: '10' },
  );
  expect(output.match(/HEADGATE_TLS_DIR cannot be used as it is/g)).toHaveLength(1);
  expect(output.match(/certificates in HEADGATE_TLS_DIR were exchanged/g)).toHaveLength(1);
});
