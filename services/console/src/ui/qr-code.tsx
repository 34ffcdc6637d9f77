import { encode } from 'uqr';

/** A text for cameras. Dark on light, with the quiet edge that they need, whatever the theme is. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} rx={2} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
