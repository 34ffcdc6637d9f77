/** A model as the catalog shows it to one caller. */
export interface ListedModel {
  id: string;
  /** The provider kind of the first candidate channel. */
  ownedBy: string;
}
