import { type ChannelOptions, experimental, status } from '@grpc/grpc-js';
import { lookUp, readNamedPort } from '../names/look-up.ts';

/** How soon a pod that was added gets calls, and one that has gone gets none. */
export const pollEveryMs = 2_000;

const scheme = 'polled-dns';
let isRegistered = false;

/**
 * A target that is looked up again and again. grpc-js asks again for the addresses of `dns:` only when a connection breaks,
 * so that pods that are added get nothing. Targets of other kinds stay as they are.
 */
export function polledTarget(target: string): string {
  if (!target.startsWith('dns:')) return target;
  if (!isRegistered) experimental.registerResolver(scheme, PolledNames);
  isRegistered = true;
  return target.replace('dns:', `${scheme}:`);
}

/** Asks every `pollEveryMs` and says what has changed. A name that is not found keeps the addresses it had. */
class PolledNames implements experimental.Resolver {
  private readonly target: experimental.GrpcUri;
  private readonly listener: experimental.ResolverListener;
  private timer: NodeJS.Timeout | undefined;
  private said: string | undefined;
  private isAsking = false;

  constructor(
    target: experimental.GrpcUri,
    listener: experimental.ResolverListener,
    _options: ChannelOptions,
  ) {
    this.target = target;
    this.listener = listener;
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return readNamedPort(path).name;
  }

  updateResolution(): void {
    this.timer ??= setInterval(() => void this.ask(), pollEveryMs).unref();
    void this.ask();
  }

  destroy(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.said = undefined;
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const { path, authority } = this.target;
      const named = { ...readNamedPort(path), ...(authority ? { server: authority } : {}) };
      this.say(await lookUp(named), named.port);
    } catch (error) {
      this.sayMissing(error);
    } finally {
      this.isAsking = false;
    }
  }

  private say(addresses: readonly string[], port: number): void {
    const found = addresses.join(' ');
    if (this.timer === undefined || found === this.said) return;
    const endpoints = addresses.map((host) => ({ addresses: [{ host, port }] }));
    if (this.listener(experimental.statusOrFromValue(endpoints), {}, null, '')) this.said = found;
  }

  private sayMissing(cause: unknown): void {
    if (this.timer === undefined || this.said !== undefined) return;
    const details = `${this.target.path} was not found: ${cause instanceof Error ? cause.message : String(cause)}`;
    this.listener(experimental.statusOrFromError({ code: status.UNAVAILABLE, details }), {}, null, '');
  }
}
