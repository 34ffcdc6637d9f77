import { useSearchParams } from 'react-router';

/** Pages that are known by their numbers, from 1 on. */
export interface NumberedPages {
  page: number;
  isFirst: boolean;
  goFirst(): void;
  go(page: number): void;
}

const largest = 1_000_000;

/** Keeps the page in the address, where a change of filters takes it away. */
export function useNumberedPages(): NumberedPages {
  const [search, setSearch] = useSearchParams();
  const page = readPage(search);
  const go = (to: number): void =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (to === 1) next.delete('p');
      else next.set('p', String(to));
      return next;
    });
  return { page, isFirst: page === 1, goFirst: () => go(1), go };
}

/** Whatever is no page is the first. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('p') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= largest ? page : 1;
}
