import { mediaRoute } from '../media/media-route.ts';
import { type Handle, refusedWith } from '../media/media-vendor.ts';
import { authorize } from './authorize.ts';
import { createTask } from './create.ts';
import { describeTask } from './describe.ts';
import { kinds } from './kind.ts';
import { listTasks } from './list-tasks.ts';
import { readCredential } from './signature.ts';
import { errorReply, tencentVod } from './vendor.ts';
import { missing, type VendorError } from './vendor-error.ts';

const version = '2018-07-17';

const handle: Handle = (call) => {
  const { headers } = call.incoming;
  const error = authorize(call.incoming) ?? checkCommon(headers);
  if (error) return refusedWith(errorReply(error));
  const secretId = readCredential(headers)?.secretId ?? '';
  const action = String(headers['x-tc-action']);
  if (action === 'DescribeTaskDetail') return describeTask(call, secretId);
  if (action === 'DescribeTasks') return listTasks(call, secretId);
  const kind = Object.hasOwn(kinds, action) ? kinds[action] : undefined;
  return kind ? createTask(call, kind, secretId) : refusedWith(errorReply(invalidAction(action)));
};

function checkCommon(headers: Record<string, unknown>): VendorError | null {
  if (headers['x-tc-action'] === undefined) return missing('Action');
  if (headers['x-tc-version'] === undefined) return missing('Version');
  return headers['x-tc-version'] === version ? null : noSuchVersion;
}

function invalidAction(action: string): VendorError {
  return { code: 'InvalidAction', message: `The request action=\`${action}\` is invalid or not found.` };
}

const noSuchVersion = { code: 'NoSuchVersion', message: 'The requested version does not exist.' };

/** `POST /` with `X-TC-Action`. */
export const serveTencentVod = mediaRoute(tencentVod, handle);
