/** A price of the picture, which is a float, with the decimals of its market. */
export const priceLabel = (price: number, decimals: number): string =>
  price.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
