/** What a scene takes and makes. Source: the vendor's documents of Kling's scenes, and Kling's own. */
export interface Scene {
  /** How many files of a kind it takes, at least and at most; undefined: as many as the model. */
  files?: { image: Range; video: Range; audio: Range };
  /** Members of `ext_info` that it needs. */
  needs?: readonly string[];
  /**
   * Its film is as long as a file that the client gives, which nobody has measured: so many seconds are held, and what
   * the vendor reports is billed.
   */
  longestSeconds?(parameters: Record<string, unknown>): number;
}

type Range = readonly [number, number];

const none: Range = [0, 0];

const scenes: Record<string, Scene> = {
  '3d_panorama': {},
  '3d_scene': {},
  avatar_i2v: { files: { image: [1, 1], video: none, audio: [0, 1] }, longestSeconds: () => 300 },
  image_expand: { files: { image: [1, 1], video: none, audio: none } },
  lip_sync: {
    files: { image: none, video: none, audio: none },
    needs: ['session_id', 'face_choose'],
    longestSeconds: () => 60,
  },
  motion_control: {
    files: { image: [1, 1], video: [1, 1], audio: none },
    longestSeconds: ({ character_orientation: orientation }) => (orientation === 'image' ? 10 : 30),
  },
  subject_reference: {},
  template_effect: {},
};

export function findScene(name: unknown): Scene | undefined {
  return typeof name === 'string' && Object.hasOwn(scenes, name) ? scenes[name] : undefined;
}
