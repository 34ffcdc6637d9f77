import type { Job } from './job.ts';

export interface JobStore {
  add(job: Job): void;
  /** The job of that id at that vendor, when it belongs to that key. */
  find(vendor: string, id: string, key: string): Job | null;
  /** Those of a key, oldest first. */
  list(vendor: string, key: string): Job[];
  all(): Job[];
  remove(job: Job): void;
}

const keptJobs = 10_000;

/** Keeps the last 10,000 jobs of all vendors. Not over restarts. */
export function createJobStore(kept = keptJobs): JobStore {
  const jobs = new Map<string, Job>();
  return {
    add(job) {
      jobs.set(job.id, job);
      const [oldest] = jobs.keys();
      if (jobs.size > kept && oldest !== undefined) jobs.delete(oldest);
    },
    find(vendor, id, key) {
      const job = jobs.get(id);
      return job && job.vendor === vendor && job.key === key ? job : null;
    },
    list: (vendor, key) => [...jobs.values()].filter((job) => job.vendor === vendor && job.key === key),
    all: () => [...jobs.values()],
    remove: (job) => jobs.delete(job.id),
  };
}
