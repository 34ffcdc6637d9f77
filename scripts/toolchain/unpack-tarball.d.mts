export function unpackTarball(tarball: Buffer, target: string, wants?: (path: string) => boolean): void;
