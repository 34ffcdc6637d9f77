/** How PNG, JPEG, GIF and WebP begin in base64: what a media type says stands elsewhere, or nowhere. */
export const imageBeginnings: readonly string[] = ['iVBOR', '/9j/', 'R0lGOD', 'UklGR'];
