import type { JsonRecord } from '../json-record.ts';
import { jsonReply, type Reply } from '../media/reply.ts';

/** What the proxy answers to whatever is submitted: a code, under status 200. The words are its own. */
export type SubmitResult = readonly [code: number, description: string];

export const submitted: SubmitResult = [1, '提交成功'];
export const done: SubmitResult = [1, '成功'];
export const noAccount: SubmitResult = [3, '无可用的账号实例'];
export const noTask: SubmitResult = [3, '关联任务不存在或已失效'];
export const wrongState: SubmitResult = [4, '关联任务状态错误'];
export const failure: SubmitResult = [9, '系统异常'];
export const existing: SubmitResult = [21, '任务已存在'];
export const waitsForModal: SubmitResult = [21, 'Waiting for window confirm'];
export const queueFull: SubmitResult = [23, '队列已满，请稍后尝试'];
export const banned: SubmitResult = [24, '可能包含敏感词'];

export function queued(count: number): SubmitResult {
  return [22, `排队中，前面还有${count}个任务`];
}

export function invalid(description: string): SubmitResult {
  return [4, description];
}

export function resultReply(
  [code, description]: SubmitResult,
  result: string | string[] | null = null,
  properties: JsonRecord = {},
): Reply {
  return jsonReply(200, { code, description, result, properties });
}
