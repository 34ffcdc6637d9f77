import { nodeArguments } from '../../start/services/node-options.ts';
import { type Manifest, workloadsOf } from '../manifest.ts';
import type { KnownConfig } from '../service-config.ts';
import { environmentOf } from './environment.ts';

/** Read by Node, by OpenTelemetry, or by other variables. */
const ofOthers = /^(?:NODE_OPTIONS|NODE_EXTRA_CA_CERTS|OTEL_[A-Z_]+|POD_NAME|NODE_NAME)$/;

/** What no reader requires, and a process cannot do without all the same: one of each line. */
const oneOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  account: [['HEADGATE_ACCOUNT_DATABASE_URL']],
  ledger: [['HEADGATE_LEDGER_DATABASE_URL']],
  'media-api': [['HEADGATE_MEDIA_DATABASE_URL'], ['HEADGATE_STORE_DIR', 'HEADGATE_S3_BUCKET']],
  'media-worker': [['HEADGATE_MEDIA_DATABASE_URL'], ['HEADGATE_STORE_DIR', 'HEADGATE_S3_BUCKET']],
  migrations: [['DATABASE_URL']],
};

/** Every process is told what it needs, nothing that it does not read, and nothing that it would refuse. */
export function configured(manifest: Manifest, config: KnownConfig): string[] {
  return workloadsOf(manifest)
    .filter(({ isOurs }) => isOurs)
    .flatMap((workload) => {
      const { name } = workload;
      const { variables, problems } = environmentOf(workload, manifest);
      const known = config.variables(name);
      const surplus = Object.keys(variables)
        .filter((variable) => !known.has(variable) && !ofOthers.test(variable))
        .map((variable) => `${name} is told ${variable}, which it does not read`);
      const refused = config.refuse(name, variables).map((problem) => `${name} does not start: ${problem}`);
      const missing = (oneOf[name] ?? [])
        .filter((words) => !words.some((word) => variables[word]))
        .map((words) => `${name} is not told ${words.join(' or ')}`);
      return [...problems, ...surplus, ...refused, ...missing, ...checkArguments(workload)];
    });
}

/** The program is named like the process, and begun with the arguments of Node that it is begun with everywhere. */
function checkArguments({ name, containers }: ReturnType<typeof workloadsOf>[number]): string[] {
  const program = name === 'migrations' ? 'migrate.js' : `${name}.js`;
  const expected = [...nodeArguments(name), program].join(' ');
  const [container] = containers;
  return container?.args?.join(' ') === expected && container.command === undefined
    ? []
    : [`${name} does not run ${expected}`];
}
