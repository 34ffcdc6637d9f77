/** A page of a list that is known by its number. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
}

export const listPageSize = 20;
