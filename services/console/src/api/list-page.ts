/** A page of a list that is known by its number. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
}

/** A page of a list that may be long: it is known by the cursor that the one before gave. */
export interface LongListPage<Item> extends ListPage<Item> {
  /** False: there are more than `total`. */
  total_exact: boolean;
  /** Empty on the last page. */
  next_cursor: string;
}

export const listPageSize = 20;
