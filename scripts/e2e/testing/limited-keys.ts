/** Keys with limits, each for one test to run into. */
const limits = {
  rate: 'rpm: 7',
  places: 'concurrency: 3',
  ended: 'concurrency: 1',
  aborted: 'concurrency: 2',
  failed: 'concurrency: 1',
  timely: 'rpm: 1',
  raisedRate: 'rpm: 2',
  raisedPlaces: 'concurrency: 1',
  loweredRate: 'rpm: 1000',
  loweredPlaces: 'concurrency: 3',
  removedRate: 'rpm: 1',
  removedPlaces: 'concurrency: 1',
  refused: 'rpm: 1',
  served: 'rpm: 0',
  known: 'rpm: 0',
  fresh: 'rpm: 0',
};

export type KeyName = keyof typeof limits;

export function keyOf(name: string): string {
  return `sk-limits${name}`.padEnd(40, 'x');
}

/** The configuration of the limits, some of them as `changes` say. */
export function limitsConfiguration(changes: Partial<Record<KeyName, string>> = {}): string {
  const keys = Object.entries({ ...limits, ...changes });
  return `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 } }
  fault-cut: { price: { input: 0.15, output: 0.60 } }
  fault-status-500: { price: { input: 0.15, output: 0.60 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini, fault-cut, fault-status-500]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
${keys.map(([name, limit]) => `  - { name: ${name}, key: "${keyOf(name)}", quota_usd: 1000, ${limit} }`).join('\n')}
`;
}
