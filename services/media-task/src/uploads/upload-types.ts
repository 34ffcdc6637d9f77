const megabyte = 1024 * 1024;

interface UploadType {
  type: string;
  largestBytes: number;
  /** What its first bytes may say: some formats share a beginning. */
  sniffed: readonly string[];
}

const image = 20 * megabyte;
const video = 100 * megabyte;
const audio = 15 * megabyte;

const types: Record<string, UploadType> = {
  'image/jpeg': { type: 'image/jpeg', largestBytes: image, sniffed: ['image/jpeg'] },
  'image/png': { type: 'image/png', largestBytes: image, sniffed: ['image/png'] },
  'image/webp': { type: 'image/webp', largestBytes: image, sniffed: ['image/webp'] },
  'image/gif': { type: 'image/gif', largestBytes: image, sniffed: ['image/gif'] },
  'image/bmp': { type: 'image/bmp', largestBytes: image, sniffed: ['image/bmp'] },
  'video/mp4': { type: 'video/mp4', largestBytes: video, sniffed: ['video/mp4'] },
  'video/quicktime': {
    type: 'video/quicktime',
    largestBytes: video,
    sniffed: ['video/quicktime', 'video/mp4'],
  },
  'video/webm': { type: 'video/webm', largestBytes: video, sniffed: ['video/webm'] },
  'audio/mpeg': { type: 'audio/mpeg', largestBytes: audio, sniffed: ['audio/mpeg'] },
  'audio/wav': { type: 'audio/wav', largestBytes: audio, sniffed: ['audio/wav'] },
  'audio/mp4': { type: 'audio/mp4', largestBytes: audio, sniffed: ['audio/mp4', 'video/mp4'] },
  'audio/aac': { type: 'audio/aac', largestBytes: audio, sniffed: ['audio/aac'] },
};

const otherNames: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
};

export const uploadTypes = Object.keys(types);

/** Undefined for what is not taken: pages and pictures that run scripts among it. */
export function findUploadType(named: string): UploadType | undefined {
  const name = named.toLowerCase().split(';', 1)[0]?.trim() ?? '';
  const known = otherNames[name] ?? name;
  return Object.hasOwn(types, known) ? types[known] : undefined;
}
