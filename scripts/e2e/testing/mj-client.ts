import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect } from 'vitest';

export interface MjRecord {
  id: string;
  action: string;
  status: string;
  progress: string;
  imageUrl: string | null;
  videoUrls?: { url: string }[];
  failReason: string | null;
  buttons: { customId: string; label: string }[] | null;
  properties: { finalPrompt?: string };
}

export interface Submitted {
  status: number;
  /** Of the task's bill. */
  requestId: string;
  body: { code: number; description: string; result: string; properties: object };
}

const known = ['SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'];

/** What clients of midjourney-proxy send, for which there is no SDK. Keeps every word that it hears. */
export function createMjClient(baseUrl: string, key: string, heard: string[]) {
  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'mj-api-secret': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    heard.push(text);
    return {
      status: answer.status,
      requestId: answer.headers.get('x-request-id') ?? '',
      body: JSON.parse(text),
    };
  }

  async function read(id: string): Promise<MjRecord> {
    const { status, body } = await call('GET', `/mj/task/${id}/fetch`);
    expect(status).toBe(200);
    return body;
  }

  /** Reads a record until it has ended; its progress never falls, and it says nothing that nobody knows. */
  async function awaitEnd(id: string): Promise<MjRecord> {
    let progress = 0;
    return waitFor(async () => {
      const record = await read(id);
      expect(known).toContain(record.status);
      expect(record.progress).toMatch(/^\d{1,3}%$/);
      const reached = Number.parseInt(record.progress, 10);
      expect(reached).toBeGreaterThanOrEqual(progress);
      progress = reached;
      const hasEnded = record.status === 'SUCCESS' || record.status === 'FAILURE';
      expect(reached === 100).toBe(hasEnded);
      if (!hasEnded) expect([record.imageUrl, record.buttons]).toEqual([null, null]);
      return hasEnded ? record : undefined;
    }, `${id} has ended`);
  }

  const submit = (kind: string, body: object, mode = ''): Promise<Submitted> =>
    call('POST', `${mode}/mj/submit/${kind}`, body);

  return {
    call,
    read,
    submit,
    awaitEnd,
    /** A task that was taken and has ended. */
    async make(kind: string, body: object): Promise<MjRecord & { requestId: string }> {
      const made = await submit(kind, body);
      expect(made).toMatchObject({ status: 200, body: { code: 1, description: 'Submit success' } });
      return { ...(await awaitEnd(made.body.result)), requestId: made.requestId };
    },
  };
}

/** The name of the button with this label. */
export function buttonOf({ buttons }: MjRecord, label: string): string {
  const found = buttons?.find((button) => button.label === label);
  if (!found) throw new Error(`there is no button ${label}`);
  return found.customId;
}
