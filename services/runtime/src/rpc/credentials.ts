import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import type { Security, TlsFiles } from '../security/security.ts';
import { type TlsMaterial, type TlsWatch, watchTlsFiles } from '../security/watch-files.ts';

type CaListener = Parameters<experimental.CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<experimental.CertificateProvider['addIdentityCertificateListener']>[0];

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

/** What the files hold, for as long as a server or a channel listens. Of a pair, neither is given before the other is there. */
function watch(files: TlsFiles): experimental.CertificateProvider {
  const authorities = new Set<CaListener>();
  const identities = new Set<IdentityListener>();
  let watched: TlsWatch | undefined;
  let material: TlsMaterial | undefined;

  function begin(): void {
    watched ??= watchTlsFiles(files, (changed) => {
      material = changed;
      for (const listener of authorities) tellAuthority(listener);
      for (const listener of identities) tellIdentity(listener);
    });
    material ??= watched.material;
  }

  function end(): void {
    if (authorities.size > 0 || identities.size > 0) return;
    watched?.stop();
    watched = undefined;
    material = undefined;
  }

  function tellAuthority(listener: CaListener): void {
    if (material) listener({ caCertificate: material.ca });
  }

  function tellIdentity(listener: IdentityListener): void {
    if (material) listener({ certificate: material.cert, privateKey: material.key });
  }

  return {
    addCaCertificateListener(listener) {
      authorities.add(listener);
      begin();
      process.nextTick(tellAuthority, listener);
    },
    removeCaCertificateListener(listener) {
      authorities.delete(listener);
      end();
    },
    addIdentityCertificateListener(listener) {
      identities.add(listener);
      begin();
      process.nextTick(tellIdentity, listener);
    },
    removeIdentityCertificateListener(listener) {
      identities.delete(listener);
      end();
    },
  };
}
