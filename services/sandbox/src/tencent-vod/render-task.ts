import type { JsonRecord } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import { renderOutput } from './render-output.ts';
import { timeOf } from './time-of.ts';

/** The names of other kinds of task, which are there and null. */
const otherKinds = [
  ...['ProcedureTask', 'EditMediaTask', 'WechatPublishTask', 'ComposeMediaTask', 'SplitMediaTask'],
  ...['WechatMiniProgramPublishTask', 'PullUploadTask', 'TranscodeTask', 'ConcatTask', 'ClipTask'],
  ...['CreateImageSpriteTask', 'SnapshotByTimeOffsetTask', 'RemoveWatermarkTask', 'RebuildMediaTask'],
  ...['ReviewAudioVideoTask', 'QualityInspectTask', 'QualityEnhanceTask', 'SceneAigcImageTask'],
  ...['SceneAigcVideoTask', 'AigcAudioTask'],
];

/** How a task that went wrong says so; the number, then its name. */
const failures: Partial<Record<Job['ending'], [number, string, string]>> = {
  cancelled: [70000, 'FailedOperation', 'The task is aborted.'],
  expired: [70000, 'FailedOperation', 'Too many tasks are waiting for the model.'],
  failed: [70000, 'InternalError', 'An internal error has occurred.'],
  // The vendor spells it so.
  moderated: [
    40000,
    'InvalidParameter.VoilationContent',
    'The content violates the content security policy.',
  ],
};

/** A task as `DescribeTaskDetail` tells it. FINISH says nothing about how it went. */
export function renderTask(call: MediaCall, job: Job, stage: Stage): JsonRecord {
  const { task, SessionId: session = '', SessionContext: context = '', ...input } = job.echo;
  const [code, name, message] = (stage.hasEnded && failures[job.ending]) || [0, '', ''];
  const isAborted = stage.hasEnded && job.ending === 'cancelled';
  const status = isAborted ? 'ABORTED' : stage.hasEnded ? 'FINISH' : stage.wordOf(['WAITING', 'PROCESSING']);
  const hasBegun = status !== 'WAITING';
  const kind = String(task);
  return {
    TaskType: kind,
    Status: status,
    CreateTime: timeOf(job.createdMs),
    BeginProcessTime: hasBegun ? timeOf(job.createdMs) : '',
    FinishTime: job.endedMs === null ? '' : timeOf(job.endedMs),
    ...Object.fromEntries([...otherKinds, 'AigcVideoTask', 'AigcImageTask'].map((other) => [other, null])),
    [kind]: {
      TaskId: job.id,
      Status: isAborted ? 'ABORTED' : stage.hasEnded ? 'FINISH' : 'PROCESSING',
      ErrCode: code,
      ErrCodeExt: name,
      Message: message,
      Progress: stage.progress,
      Input: input,
      Output: stage.hasEnded && code === 0 ? renderOutput(call, job) : null,
      SessionId: session,
      SessionContext: context,
    },
  };
}
