/** Colour of a signed amount: gain, loss, or quiet for zero and for what is missing. */
export const signClass = (value: number | undefined): string =>
  value === undefined || value === 0 ? 'text-t2' : value > 0 ? 'text-up' : 'text-down'
