import { Job } from 'kubernetes-models/batch/v1/Job';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { type KubernetesObject, type Manifest, objectsOf } from '../manifest.ts';

const before = 'app.kubernetes.io/component';
const wave = 'argocd.argoproj.io/sync-wave';
/** What a database in the namespace is made of, by whichever component; policies and Secrets open the way to one. */
const neededKinds = ['NetworkPolicy', 'ExternalSecret'];
const neededNames = ['postgres', 'migrations'];

/** The migrations can be applied before the rest by their label, with all of it that they need, and have an end. */
export function migratedFirst(manifest: Manifest): string[] {
  const jobs = objectsOf(manifest, Job.is);
  const [job] = jobs;
  if (jobs.length !== 1 || job === undefined) return [`there are ${jobs.length} Jobs of migrations`];
  const problems: string[] = [];
  const { spec, metadata } = job;
  const account = objectsOf(manifest, ServiceAccount.is).find(
    (candidate) => candidate.metadata?.name === spec?.template.spec?.serviceAccountName,
  );
  for (const labels of [metadata?.labels, account?.metadata?.labels])
    if (labels?.[before] !== 'migrations') problems.push('what migrates is not found by its label');
  if (spec?.activeDeadlineSeconds === undefined) problems.push('migrations may run for ever');
  if ((spec?.backoffLimit ?? 0) < 3)
    problems.push('migrations do not wait for a database that is made with them');
  if (spec?.ttlSecondsAfterFinished !== undefined)
    problems.push('migrations run again whenever somebody reconciles after they were removed');
  return [...problems, ...neededLater(manifest)];
}

/** Argo CD makes nothing of a wave before all of the one before is well: a Job would wait for what waits for it. */
function neededLater({ objects }: Manifest): string[] {
  const waveOf = ({ metadata }: KubernetesObject): number => Number(metadata.annotations?.[wave] ?? 0);
  const job = objects.find(({ kind }) => kind === 'Job');
  if (job?.metadata.annotations?.[wave] === undefined) return [];
  return objects
    .filter(({ kind, metadata }) => neededKinds.includes(kind) || neededNames.includes(metadata.name))
    .filter((object) => object !== job && waveOf(object) >= waveOf(job))
    .map(({ kind, metadata }) => `${kind}/${metadata.name} is made after the migrations, which need it`);
}
