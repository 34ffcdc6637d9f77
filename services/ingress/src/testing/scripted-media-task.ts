import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import {
  type HandleRequest,
  type ListTasksRequest,
  type ListTasksResponse,
  MediaTaskService,
} from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { unary } from '@headgate/runtime/rpc/handler';
import { startRpcServer } from '@headgate/runtime/rpc/server';

/** A real server of the media service's contract. It answers `{"ok":true}`. */
export interface ScriptedMediaTask {
  address: string;
  asked: HandleRequest[];
  listed: ListTasksRequest[];
  tasks: ListTasksResponse;
  /** What answers wait for. */
  answersAfter: Promise<unknown> | undefined;
  /** What is thrown instead of an answer. */
  refused: Fault | undefined;
  stop(): Promise<void>;
}

export async function startScriptedMediaTask(): Promise<ScriptedMediaTask> {
  const handle = unary(createLog('scripted-media-task', 'silent'), async (request: HandleRequest) => {
    scripted.asked.push(request);
    await scripted.answersAfter;
    if (scripted.refused) throw new FaultError(scripted.refused);
    return { status: 200, body: Buffer.from('{"ok":true}') };
  });
  const listTasks = unary(createLog('scripted-media-task', 'silent'), (request: ListTasksRequest) => {
    scripted.listed.push(request);
    return scripted.tasks;
  });
  const service = { definition: MediaTaskService, implementation: { handle, listTasks } };
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [service]);
  const scripted: ScriptedMediaTask = {
    address: `127.0.0.1:${server.port}`,
    asked: [],
    listed: [],
    tasks: { tasks: [], total: 0n, totalExact: true, hasMore: false },
    answersAfter: undefined,
    refused: undefined,
    stop: () => server.stop(0),
  };
  return scripted;
}
