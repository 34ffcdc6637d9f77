import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Sql } from '../../e2e/testing/sql.ts';
import { filmBytes } from './film-bytes.ts';

/** As in bench.yaml. */
const headers = {
  authorization: 'Bearer sk-filmsfilmsfilmsfilmsfilmsfilmsfilms',
  'content-type': 'application/json',
};

export interface Gateway {
  baseUrl: string;
  sql: Sql;
}

/** A task that has made a film of so many bytes, once a worker has it in the store. */
export async function makeFilm({ baseUrl, sql }: Gateway, sizeBytes: number): Promise<string> {
  const body = JSON.stringify({ model: 'large-film', prompt: String(sizeBytes) });
  const answer = await fetch(`${baseUrl}/v1/videos`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  if (answer.status !== 200) throw new Error(`a film was answered ${answer.status}`);
  const isKept = async (): Promise<boolean> => {
    const [task] = await sql.query(`select result #>> '{media,0,key}' as key from media.task where id = $1`, [
      id,
    ]);
    return typeof task?.key === 'string';
  };
  await waitFor(isKept, 'the film is in the store', { timeoutMs: 900_000 });
  return id;
}

/** From then on the film is at its vendor alone. */
export async function leaveAtVendor({ sql }: Gateway, id: string): Promise<void> {
  await sql.query(
    `update media.task set result = result #- '{media,0,key}' #- '{media,0,expiresAt}' where id = $1`,
    [id],
  );
}

/** Reads a film as fast as it comes, and throws where it is not whole. */
export async function download({ baseUrl }: Gateway, id: string, sizeBytes: number): Promise<void> {
  const { status, body } = await fetch(`${baseUrl}/v1/videos/${id}/content`, { headers });
  let readBytes = 0;
  for await (const part of body ?? []) readBytes += part.length;
  if (status !== 200 || readBytes !== sizeBytes)
    throw new Error(`a film of ${sizeBytes} bytes came as ${readBytes} under ${status}`);
}

/** Announces a file, and brings it. */
export async function upload({ baseUrl }: Gateway, sizeBytes: number): Promise<void> {
  const body = JSON.stringify({ content_type: 'video/mp4', size: sizeBytes });
  const announced = await fetch(`${baseUrl}/api/upload/presign`, { method: 'POST', headers, body });
  const { data } = (await announced.json()) as { data?: { upload_url: string } };
  if (!data) throw new Error(`an upload was answered ${announced.status}`);
  const put = request(data.upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', 'content-length': sizeBytes },
  });
  const answered = once(put, 'response');
  await pipeline(Readable.from(filmBytes(sizeBytes), { objectMode: false }), put);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 200) throw new Error(`an upload was answered ${response.statusCode}`);
}
