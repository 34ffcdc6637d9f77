/** How far back is looked, by its name. Asked again later, it begins later. */
export interface Since {
  name: string;
  /** The Unix second with which it begins where somebody asks now; undefined for no bound. */
  from(): number | undefined;
}
