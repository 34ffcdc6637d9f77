/** How PNG, JPEG, GIF and WebP begin in base64: what a media type says stands elsewhere, or nowhere. */
export const imageBeginnings: readonly string[] = ['iVBOR', '/9j/', 'R0lGOD', 'UklGR'];

/** The same of sounds: MP3 with its tags and without, AAC, Ogg and FLAC, and WAV, which begins as WebP does. */
export const soundBeginnings: readonly string[] = ['SUQz', '//', 'T2dnUw', 'ZkxhQ', 'UklGR'];

/** PDF. */
export const fileBeginnings: readonly string[] = ['JVBERi'];
