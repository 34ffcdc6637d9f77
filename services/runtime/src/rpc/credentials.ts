import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import type { Security, TlsFiles } from '../security/security.ts';

/** What a server shows, and asks of whoever connects. */
export function serverCredentials({ tls }: Security): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const provider = watch(tls);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

/** What a client shows, and asks of whom it connects to. */
export function channelCredentials({ tls }: Security): ChannelCredentials {
  if (!tls) return credentials.createInsecure();
  const provider = watch(tls);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

function watch({ certificate, key, authority, rereadMs }: TlsFiles): experimental.CertificateProvider {
  return new experimental.FileWatcherCertificateProvider({
    certificateFile: certificate,
    privateKeyFile: key,
    caCertificateFile: authority,
    refreshIntervalMs: rereadMs,
  });
}
