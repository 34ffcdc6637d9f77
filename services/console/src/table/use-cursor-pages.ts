import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Pages that are only known by the cursor that the one before gave. */
export interface CursorPages {
  /** Of this page; empty on the first. */
  cursor: string;
  isFirst: boolean;
  goFirst(): void;
  goOn(nextCursor: string): void;
  goBack(): void;
}

/** Keeps the page in the address, and the pages before it in the entry of the browser's history. */
export function useCursorPages(): CursorPages {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const cursor = search.get('cursor') ?? '';
  const before = readCursors(state);

  function go(to: string, cursors: readonly string[]): void {
    const next = new URLSearchParams(search);
    if (to === '') next.delete('cursor');
    else next.set('cursor', to);
    void navigate({ search: next.toString() }, { state: { cursors } });
  }

  return {
    cursor,
    isFirst: cursor === '',
    goFirst: () => go('', []),
    goOn: (nextCursor) => go(nextCursor, [...before, cursor]),
    // Whoever came by a link knows no page before this one: the first is the way back.
    goBack: () => go(before.at(-1) ?? '', before.slice(0, -1)),
  };
}

function readCursors(state: unknown): readonly string[] {
  const cursors = typeof state === 'object' && state !== null && 'cursors' in state ? state.cursors : [];
  return Array.isArray(cursors) ? cursors.filter((cursor) => typeof cursor === 'string') : [];
}
