/**
 * How PNG, JPEG, GIF and WebP begin in base64: what a media type says stands elsewhere, or nowhere. WebP has its size before its
 * name.
 */
export const imageBeginnings: readonly string[] = ['iVBOR', '/9j/', 'R0lGOD', 'UklGR??????XRUJQ'];

/** The same of sounds: MP3 with its tags and without, AAC, Ogg and FLAC, and WAV, which begins as WebP does but for its name. */
export const soundBeginnings: readonly string[] = ['SUQz', '//', 'T2dnUw', 'ZkxhQ', 'UklGR'];

/** Films, and what lies in the same containers: MP4 with its kin (M4A, 3GP, HEIC), and WebM. */
export const filmBeginnings: readonly string[] = ['AAAA', 'GkXfo'];

/** PDF. */
export const fileBeginnings: readonly string[] = ['JVBERi'];
