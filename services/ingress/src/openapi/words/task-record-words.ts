import type { RecordScope, TaskPage } from '../../routes/route.ts';
import { enveloped } from '../enveloped.ts';
import { list, open, second, text, whole } from '../schema.ts';
import { filters, paged, pageOf, whose } from './record-words.ts';
import { json, optional, type RouteWords } from './route-words.ts';

const statuses = ['queued', 'processing', 'succeeded', 'failed'];

const task = open(
  {
    task_id: text(),
    request_id: text(),
    platform: text(),
    action: text(),
    model_name: text(),
    username: text(),
    token_name: text(),
    status: text(undefined, { enum: statuses }),
    progress: whole('Percent'),
    quota: whole('Units'),
    created_at: second('When it was asked for'),
    submit_time: second('When it was begun; 0: not yet'),
    finish_time: second('When it ended; 0: not yet'),
    fail_code: text(),
    fail_reason: text(),
    media: list(open({ kind: text(), url: text() })),
    prompt: text('For its user alone'),
  },
  ['task_id', 'status', 'quota', 'created_at'],
);

const page = pageOf(task);

const families: Record<TaskPage, string> = { task: 'Lists tasks', mj: 'Lists tasks of the /mj/ family' };

/** Tasks as people look at them. */
export function taskRecordWords({ page: kind, scope }: { page: TaskPage; scope: RecordScope }): RouteWords {
  return {
    tag: 'Records',
    summary: `${families[kind]}, ${whose[scope]}`,
    query: optional({
      ...filters(scope),
      ...paged,
      status: text(undefined, { enum: statuses }),
      task_id: text(),
    }),
    answer: json('A page of them, newest first', enveloped(page)),
  };
}
