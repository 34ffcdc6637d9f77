/** How large a picture is, and how long a film; 0 seconds for a picture. */
export interface Shape {
  width: number;
  height: number;
  seconds: number;
}

const lines: Record<string, number> = {
  '360p': 360,
  '480p': 480,
  '512p': 512,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '1440p': 1440,
  '1k': 1024,
  '2k': 2048,
  '4k': 2160,
};

/** The size of `16:9` at `720p`: the resolution is the shorter side, and both are even. */
export function sizeOf(ratio: string, resolution: string): Omit<Shape, 'seconds'> {
  const short = lines[resolution.toLowerCase()] ?? 720;
  const [, across = '16', down = '9'] = /^(\d+):(\d+)$/.exec(ratio) ?? [];
  const long = Math.round((short * share(Number(across), Number(down))) / 2) * 2;
  return Number(across) >= Number(down) ? { width: long, height: short } : { width: short, height: long };
}

function share(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other);
}

/** The size that `1280x720` says; null when it says none. */
export function readSize(text: string): Omit<Shape, 'seconds'> | null {
  const [, width, height] = /^(\d{1,5})[x*](\d{1,5})$/.exec(text) ?? [];
  return width === undefined ? null : { width: Number(width), height: Number(height) };
}
