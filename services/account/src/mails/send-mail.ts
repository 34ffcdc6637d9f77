import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Where a letter may be sent twice: the same each time. */
  messageId?: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** For each step of one try. */
const stepMs = 20_000;

/** Sends by the server behind `url`; undefined where there is none. Rejects when the server did not take it. */
export function connectMail({ url, from }: { url: string; from: string }): SendMail | undefined {
  if (url === '') return undefined;
  const transport = createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    await transport.sendMail({ ...mail, from });
  };
}
