/**
 * `npm run proto`: lints the contracts and generates their code. With `--check` it writes nothing and fails
 * when the code that is committed is not what the contracts generate; with `--compare` it fails when a version that
 * was released would not understand them, and with `--release` they become those of the version that is released now.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const protoDir = join(import.meta.dirname, '../proto');
const buf = join(protoDir, 'node_modules/.bin/buf');
/** The contracts of the newest release. */
const baseline = 'baseline.binpb';

function run(...args: string[]): void {
  execFileSync(buf, args, {
    cwd: protoDir,
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWithThisNode() },
  });
}

/** The plugin's launcher looks Node up by name, and an older one may come first. */
function pathWithThisNode(): string {
  return `${join(process.execPath, '..')}:${process.env.PATH ?? ''}`;
}

function readTree(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(dir.length), readFileSync(path, 'utf8')]));
}

function check(): void {
  const fresh = mkdtempSync(join(tmpdir(), 'headgate-proto-'));
  try {
    run('generate', '--output', fresh);
    const generated = readTree(join(fresh, 'gen'));
    const committed = readTree(join(protoDir, 'gen'));
    const stale = [...new Set([...generated.keys(), ...committed.keys()])].filter(
      (path) => generated.get(path) !== committed.get(path),
    );
    if (stale.length > 0) {
      process.stderr.write(`proto/gen is stale (${stale.join(', ')}): run \`npm run proto\`\n`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

const [mode] = process.argv.slice(2);
switch (mode) {
  case '--compare':
    run('breaking', '--against', baseline);
    break;
  case '--release':
    if (existsSync(join(protoDir, baseline))) run('breaking', '--against', baseline);
    run('build', '--exclude-source-info', '--output', baseline);
    break;
  default:
    run('lint');
    if (mode === '--check') check();
    else run('generate');
}
