import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Family } from './family.ts';
import { imageTask } from './image-task.ts';
import { kling } from './kling.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';
import { v3 } from './v3.ts';
import { v4 } from './v4.ts';
import { v5 } from './v5.ts';
import { v6 } from './v6.ts';
import { v7 } from './v7.ts';
import { v8 } from './v8.ts';
import { v9 } from './v9.ts';
import { v10 } from './v10.ts';
import { v11 } from './v11.ts';

const families: readonly Family[] = [imageTask, kling, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11];

const byName: ReadonlyMap<string, Family> = new Map(families.map((family) => [family.name, family]));

/** The family that a model's row names; undefined for a name that nobody knows. */
export function findFamily(name: string): Family | undefined {
  return byName.get(name);
}

/** The family of a model whose row may leave it out: those that make images in tasks are read alike. */
export function familyOf({ family, imageTask: isImageTask }: Media): Family | undefined {
  return isImageTask ? imageTask : findFamily(family);
}
