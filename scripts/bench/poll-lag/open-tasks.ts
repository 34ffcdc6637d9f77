import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '../../e2e/testing/sql.ts';

/** As in bench.yaml: a model on a channel of its own each. */
const models = Array.from({ length: 8 }, (_, index) => `film-${index + 1}`);
const key = 'sk-filmsfilmsfilmsfilmsfilmsfilmsfilms';
/** A vendor that never ends what it was asked for. */
const prompt = 'a film without an end [[hold]]';
const atOnce = 32;

export interface Films {
  baseUrl: string;
  sandboxUrl: string;
  sql: Sql;
}

/** A task of each model, made as clients make them: what the many are copies of. */
export async function makeTemplates({ baseUrl }: Films): Promise<string[]> {
  return Promise.all(
    models.map(async (model) => {
      const answer = await fetch(`${baseUrl}/v1/videos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt }),
      });
      const { id } = (await answer.json()) as { id: string };
      if (answer.status !== 200) throw new Error(`${model} was answered ${answer.status}`);
      return id;
    }),
  );
}

/** Copies of the templates, each with a job of its own at the vendor, submitted at some time of the last ten minutes. */
export async function openTasks(films: Films, templates: readonly string[], count: number): Promise<void> {
  const jobs = await makeJobs(films.sandboxUrl, count);
  const rows = jobs.map((job, index) => ({
    id: `task_bench${randomBytes(16).toString('hex')}`,
    template: templates[index % templates.length],
    close: randomUUID(),
    hold: randomUUID(),
    job,
  }));
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  await films.sql.query(
    `insert into media.task (id, close_id, hold_id, surface, action, state, key_id, user_id, "group", path, model, price_model,
       catalog_version, price_version, amount, usage, wish, account_id, channel_id, upstream_model, upstream_id, submitted_at,
       created_at, due_at, deadline_at)
     select made.id, made.close, made.hold, surface, action, 'queued', key_id, user_id, "group", path, model, price_model,
       catalog_version, price_version, amount, usage, wish, account_id, channel_id, upstream_model, made.job,
       now() - made.age, now() - made.age, now() + random() * interval '10 s', now() + interval '1 day'
     from (select *, random() * interval '10 min' as age
           from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[]) as row (id, template, close, hold, job)) as made
     join media.task on task.id = made.template`,
    [column('id'), column('template'), column('close'), column('hold'), column('job')],
  );
}

/** Throws where some have ended meanwhile: then it was not measured what was to be measured. */
export async function dropTasks({ sql }: Films): Promise<void> {
  const [ended] = await sql.query(
    `select count(*) from media.task where id like 'task_bench%' and finished_at is not null`,
  );
  if (ended?.count !== 0n) throw new Error(`${ended?.count} tasks have ended that never should`);
  await sql.query(`delete from media.task where id like 'task_bench%'`);
}

async function makeJobs(sandboxUrl: string, count: number): Promise<string[]> {
  const jobs: string[] = [];
  const make = async (): Promise<void> => {
    while (jobs.length < count) {
      // A place for it, so that nobody else makes it as well.
      const at = jobs.push('') - 1;
      const answer = await fetch(`${sandboxUrl}/v1/videos`, {
        method: 'POST',
        // A job is seen by the key that made it alone: those of the channels, in the order of the templates.
        headers: {
          authorization: `Bearer films-key-${(at % models.length) + 1}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model: 'sora-2', prompt, seconds: '4', size: '720x1280' }),
      });
      jobs[at] = ((await answer.json()) as { id: string }).id;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, make));
  return jobs;
}
