import type { Migration } from '@headgate/runtime/postgres/migrate';
import { tasks } from './0001-tasks.ts';
import { looks } from './0002-looks.ts';
import { callbacks } from './0003-callbacks.ts';
import { files } from './0004-files.ts';
import { archive } from './0005-archive.ts';
import { externalIds } from './0006-external-ids.ts';
import { refused } from './0007-refused.ts';
import { ways } from './0008-ways.ts';
import { records } from './0009-records.ts';
import { recordFilters } from './0020-record-filters.ts';
import { externalFinds } from './0021-external-finds.ts';
import { told } from './0022-told.ts';
import { offered } from './0023-offered.ts';
import { recordGroups } from './0024-record-groups.ts';

/** The schema's history, oldest first. Steps are only ever added. */
export const migrations: readonly Migration[] = [
  tasks,
  looks,
  callbacks,
  files,
  archive,
  externalIds,
  refused,
  ways,
  records,
  recordFilters,
  externalFinds,
  told,
  offered,
  recordGroups,
];
