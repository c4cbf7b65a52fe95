/**
 * Colour of a signed amount as it is printed: gain, loss, or quiet for zero and for what is missing. A gain
 * below a cent prints as zero and is quiet too; a loss is printed rounded away from zero and stays a loss.
 */
const CENT_USD6 = 10_000

export const signClass = (value: number | undefined): string =>
  value === undefined || (value >= 0 && value < CENT_USD6) ? 'text-t2' : value > 0 ? 'text-up' : 'text-down'
