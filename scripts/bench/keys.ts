/** As in bench.yaml. */
export const keys = {
  governed: 'sk-governedgovernedgovernedgovernedgoverned',
  refused: 'sk-refusedrefusedrefusedrefusedrefused',
};
