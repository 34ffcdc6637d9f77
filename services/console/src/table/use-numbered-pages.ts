import { useSearchParams } from 'react-router';

/** Pages that are known by their numbers, from 1 on. */
export interface NumberedPages {
  page: number;
  go(page: number): void;
}

const largest = 1_000_000;

/** Keeps the page in the address, where a change of filters takes it away. */
export function useNumberedPages(): NumberedPages {
  const [search, setSearch] = useSearchParams();
  return {
    page: readPage(search),
    go: (page) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        if (page === 1) next.delete('p');
        else next.set('p', String(page));
        return next;
      }),
  };
}

/** Whatever is no page is the first. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('p') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= largest ? page : 1;
}
