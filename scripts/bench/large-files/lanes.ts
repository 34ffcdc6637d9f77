const megabyte = 1024 * 1024;

/** Files on every way that they take, one after the other: what does it cost to hold none of them whole? */
export interface LargeFilesLane {
  name: string;
  /** Of a result. */
  filmBytes: number;
  /** Of a file that a client brings: 100 MB are the most that are taken. */
  uploadBytes: number;
  /** How often a result is read, one after the other. */
  downloads: number;
}

/** As many bytes in one file as in a thousand leave as much garbage; what is more is what length costs. */
export const largeFilesLanes: readonly LargeFilesLane[] = [
  { name: 'large files, 2 MB', filmBytes: 2 * megabyte, uploadBytes: 2 * megabyte, downloads: 1 },
  {
    name: 'large files, 2 MB, 1,024 times',
    filmBytes: 2 * megabyte,
    uploadBytes: 2 * megabyte,
    downloads: 1_024,
  },
  { name: 'large files, 200 MB', filmBytes: 200 * megabyte, uploadBytes: 100 * megabyte, downloads: 1 },
  { name: 'large files, 2 GB', filmBytes: 2_048 * megabyte, uploadBytes: 100 * megabyte, downloads: 1 },
];
