import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

const staleTime = 5 * 60_000;

/** What root says of the installation; empty: nothing. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => ask<string>('/api/about', { signal }),
  staleTime,
});

/** What root says to whoever comes; empty: nothing. */
export const homePageQuery = queryOptions({
  queryKey: ['home-page'],
  queryFn: ({ signal }) => ask<string>('/api/home_page_content', { signal }),
  staleTime,
});
